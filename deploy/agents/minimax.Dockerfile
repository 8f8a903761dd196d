# The reference agent minimax: alpha-beta on material, protection and attack (chess).
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=minimax:depth=4
ARG AGENT=minimax
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
