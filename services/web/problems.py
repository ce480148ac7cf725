"""What goes wrong, in one shape: a status, a stable code and a text in the reader's language. Never a traceback."""

import structlog
from litestar import Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from redis.exceptions import RedisError

from events.log import LogError
from events.texts import Text
from services.aggregate.gateway import Unreachable
from services.web.accounts import BadName, Unprintable
from services.web.asking import Request
from services.web.speech import JSON, language_of, say_in, to_json

logger = structlog.get_logger(__name__)

STATUS = {
    "bad_http": 400,
    "bad_json": 400,
    "bad_key": 400,
    "bad_name": 422,
    "bad_query": 400,
    "bad_token": 401,
    "not_yours": 403,
    "not_over": 403,
    "no_such_match": 404,
    "no_such_commit": 404,
    "no_such_command": 404,
    "no_such_game": 404,
    "no_such_channel": 404,
    "no_such_page": 404,
    "bad_method": 405,
    "too_slow": 408,
    "too_big": 413,
    "too_deep": 422,
    "too_many": 422,
    "bad_body": 422,
    "too_fast": 429,
    "our_fault": 500,
    "busy": 503,
}


class Problem(Exception):
    """A request that is not answered as asked. Nothing has changed. `code` is a key of STATUS."""

    def __init__(self, code: str, **args: Text | int | str) -> None:
        super().__init__(code)
        self.code = code
        self.text = Text(f"web.problem.{code}", dict(args))

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    @property
    def headers(self) -> dict[str, str]:
        """What the answer's head says besides."""
        if self.code == "bad_token":
            return {"WWW-Authenticate": "Bearer"}
        return {"Retry-After": "1"} if self.code == "busy" else {}


class Full(Problem):
    """As many commands as may wait do wait already: `busy`, and nothing was sent."""

    def __init__(self) -> None:
        super().__init__("busy")

    @property
    def status(self) -> int:
        """The HTTP status of backpressure."""
        return 429


class Misnamed(Problem):
    """A name that cannot be taken: `bad_name`, and whether it is its length or what is in it."""

    def __init__(self, error: BadName) -> None:
        super().__init__("bad_name")
        if isinstance(error, Unprintable):
            self.text = Text("web.unprintable_name")


class Crowded(Problem):
    """An address holds as many live streams as it may: `too_many`."""

    def __init__(self, most: int) -> None:
        super().__init__("too_many", most=most)

    @property
    def status(self) -> int:
        """The HTTP status of a limit that lets one in again when another leaves."""
        return 429


class TooFast(Problem):
    """A limit on how fast somebody may go. `wait`: after how many seconds they may go on."""

    def __init__(self, wait: int) -> None:
        super().__init__("too_fast")
        self.wait = max(1, wait)

    @property
    def headers(self) -> dict[str, str]:
        """When to come again."""
        return {"Retry-After": str(self.wait)}


def body_of(problem: Problem, language: str) -> bytes:
    """The problem as JSON: {"code", "text", "args"}."""
    say = say_in(language)
    return to_json({"code": problem.code, "text": say(problem.text), "args": problem.text.args}, say)


def answer(request: Request, problem: Problem) -> Response[bytes]:
    """The response that tells the problem in the reader's language."""
    language = language_of(request)
    headers = {"Content-Language": language, **problem.headers}
    return Response(body_of(problem, language), status_code=problem.status, media_type=JSON, headers=headers)


def reshape(error: Exception) -> Problem:
    """Any exception as a problem; what nobody foresaw is our fault and logged."""
    match error:
        case Problem():
            return error
        case NotFoundException():
            return Problem("no_such_page")
        case MethodNotAllowedException():
            return Problem("bad_method")
        case HTTPException(status_code=413):
            return Problem("too_big", most=0)
        case HTTPException(status_code=status) if status < 500:
            return Problem("bad_query", why=str(error.detail)[:200])
        case Unreachable() | RedisError() | LogError() | ConnectionError():
            logger.warning("log_unreachable", error=repr(error))
            return Problem("busy")
        case _:
            logger.error("request_failed", exc_info=error)
            return Problem("our_fault")
