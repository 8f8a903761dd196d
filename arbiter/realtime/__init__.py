"""The referee of games without turns: AChess, in real time and in lock-step.

`referee.py` is pure: orders go in with their stamps, what happened comes out. `table.py`
plays a match with agents, driven by the wall clock (`wall.py`) or by the agents
themselves (`lockstep.py`).
"""
