"""The application without a web framework: tables, commands, what viewers get, and the routes. A host lends it the rest."""
