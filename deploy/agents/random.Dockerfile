# The reference agent random: uniform over the legal moves.
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=random
ARG AGENT=random
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
