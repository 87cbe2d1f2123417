"""Builds the site without a server: the compiled core as WebAssembly, and a folder of files that any host can serve."""
