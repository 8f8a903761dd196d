import socket

import pytest

from league.agents import AgentSpec
from worker.errors import SandboxError
from worker.interrupt import Interrupt, Interrupted
from worker.sandbox import start_sandbox
from worker.settings import SandboxSettings


def test_a_remote_agent_is_called_and_left_alone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        agent = AgentSpec.parse(f"grpc://127.0.0.1:{port}")
        sandbox = start_sandbox(agent, SandboxSettings(), None)
        assert sandbox.address == f"127.0.0.1:{port}"
        assert not sandbox.sandboxed
        sandbox.wait_ready(5, Interrupt())
        sandbox.stop()
        assert sandbox.exited() is None
        sandbox.wait_ready(5, Interrupt())


def test_an_address_of_version_6_is_read() -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as server:
        agent = AgentSpec.parse(f"grpc://[::1]:{server.getsockname()[1]}")
        start_sandbox(agent, SandboxSettings(), None).wait_ready(5, Interrupt())


def test_one_that_is_not_there_is_said_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    sandbox = start_sandbox(AgentSpec.parse(f"grpc://127.0.0.1:{port}"), SandboxSettings(), None)
    with pytest.raises(SandboxError, match=f"grpc://127.0.0.1:{port} cannot be called: .*refused"):
        sandbox.wait_ready(60, Interrupt())


def test_the_wait_can_be_broken_off() -> None:
    interrupt = Interrupt()
    interrupt.set("stop")
    sandbox = start_sandbox(AgentSpec.parse("grpc://127.0.0.1:1"), SandboxSettings(), None)
    with pytest.raises(Interrupted):
        sandbox.wait_ready(60, interrupt)
