# The reference agent joust: the Prolog program's player at one of its levels (joust).
ARG BASE=arena/base:1
FROM ${BASE}
# With parameters: --build-arg AGENT=joust:level=easy
ARG AGENT=joust
ENV AGENT=${AGENT}
ENTRYPOINT ["/bin/sh", "-c", "exec python3 -m arena_sdk.agents \"$AGENT\""]
