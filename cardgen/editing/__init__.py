"""Changes to a game's own files: values, rows, options of layouts; every other byte stays.

In      the bytes of a table or of layouts, the place of a value, what it shall be.
Out     the bytes with that value in them, or a refusal with its reason.
Not here  requests of the page (`preview.edit_routes`), quick fixes (`report.fixed_files`).

A change is made in the manner of what was there (the style of quoting, the dialect), read again
as cardgen reads it, and given out only if all else is as it was and the value as it was meant.
"""
