"""What the report shows, in numbers: from rows of a sweep, or from traces. Nothing here draws or writes sentences."""
