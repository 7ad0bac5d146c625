"""Questions to the records: availability, differences, names, words, messages.

`database` is the SQLite file as objects, over `sql` (bounds of a query) and `schema`. `lookup` finds exact names and
`search` words. `availability` decides from forms alone, without the database; `narrowing`, `continuations` and
`differences` build on it. `messages` explains ptxas, `toolkits` CUDA releases, `export` writes everything.
"""
