"""The numbers that the report shows, from rows of a sweep or from traces. Nothing here draws or writes sentences."""
