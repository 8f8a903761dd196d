from arena.v1 import agent_pb2 as _agent_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ConnectRequest(_message.Message):
    __slots__ = ("match_id", "hello", "play")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    HELLO_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    hello: Hello
    play: _agent_pb2.PlayResponse
    def __init__(self, match_id: _Optional[str] = ..., hello: _Optional[_Union[Hello, _Mapping]] = ..., play: _Optional[_Union[_agent_pb2.PlayResponse, _Mapping]] = ...) -> None: ...

class ConnectResponse(_message.Message):
    __slots__ = ("match_id", "welcome", "play", "redirect")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    REDIRECT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    welcome: Welcome
    play: _agent_pb2.PlayRequest
    redirect: _agent_pb2.Redirect
    def __init__(self, match_id: _Optional[str] = ..., welcome: _Optional[_Union[Welcome, _Mapping]] = ..., play: _Optional[_Union[_agent_pb2.PlayRequest, _Mapping]] = ..., redirect: _Optional[_Union[_agent_pb2.Redirect, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("name", "version", "features", "games", "resume")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    features: _agent_pb2.Features
    games: _containers.RepeatedScalarFieldContainer[str]
    resume: _containers.RepeatedCompositeFieldContainer[ResumePoint]
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., features: _Optional[_Union[_agent_pb2.Features, _Mapping]] = ..., games: _Optional[_Iterable[str]] = ..., resume: _Optional[_Iterable[_Union[ResumePoint, _Mapping]]] = ...) -> None: ...

class ResumePoint(_message.Message):
    __slots__ = ("match_id", "sequence")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    sequence: int
    def __init__(self, match_id: _Optional[str] = ..., sequence: _Optional[int] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("arbiter", "agent_id")
    ARBITER_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    arbiter: str
    agent_id: str
    def __init__(self, arbiter: _Optional[str] = ..., agent_id: _Optional[str] = ...) -> None: ...
