# The reference agent greedy: the move that raises its own score most.
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=greedy
ARG AGENT=greedy
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
