"""What requests are answered with: everything a person can do, for programs and for the pages' own scripts."""
