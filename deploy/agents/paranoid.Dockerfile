# The reference agent paranoid: alpha-beta on its own worth against all others.
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=paranoid:depth=4
ARG AGENT=paranoid
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
