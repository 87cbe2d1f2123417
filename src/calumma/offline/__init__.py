"""The other host of the site: the same pages, tables and bots in a browser's workers, from a folder of files, with no server."""
