"""What is wrong with the user's input, said in one line."""


class UserError(Exception):
    """One line: what was wrong, where, and what would be right."""
