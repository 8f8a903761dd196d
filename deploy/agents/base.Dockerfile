# What a Python agent needs: the SDK and the rules, compiled. `build.py` makes the wheels.
# BASE is any image whose python3 is the Python that the wheels are for.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS install
COPY wheels /wheels
# A wheel of pip runs as it is: the image needs none.
RUN python3 "$(echo /wheels/pip-*.whl)/pip" install --quiet --no-index \
    --find-links /wheels --target /opt/arena bot-arena

FROM ${BASE}
COPY --from=install /opt/arena /opt/arena
ENV PYTHONPATH=/opt/arena
