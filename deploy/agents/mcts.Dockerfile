# The reference agent mcts: Monte-Carlo tree search.
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=mcts:seconds=0.1
ARG AGENT=mcts
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
