"""Errors in the user's input."""


class UserError(Exception):
    """A message of one line: what is wrong, where, and what would be right."""
