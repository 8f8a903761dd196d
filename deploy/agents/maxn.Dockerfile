# The reference agent maxn: every seat plays for its own worth.
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=maxn:depth=4
ARG AGENT=maxn
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
