"""The league: tournaments, pairings, leases, results and ratings, and all that knows Redis.

Pure modules hold what is decided (`schedule`, `dispatch`, `ratings`, `standings`,
`verify`); the others keep it (`tournaments`, `leases`, `journal`, `results`, `rater`) in
the store that `home` runs and `store` connects to.
"""
