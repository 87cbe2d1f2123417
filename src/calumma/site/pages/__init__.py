"""The pages for people, as every host shows them: which template with which values, or where to go next."""
