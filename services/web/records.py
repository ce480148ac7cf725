"""The record of a match as JSON Lines: everything after the end, what the viewpoint may know before it."""

from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from events import records
from events.hidden import Viewer
from services.web.asking import Request
from services.web.handlers import match_id, site_of
from services.web.viewpoint import look

LINES: Final = "application/jsonl"


@get("/matches/{match:str}/record", opt={"gives": str, "media": LINES, "query": ("as", "t")})
async def record(request: Request, match: FromPath[str]) -> Response[bytes]:
    """A header, then a commit a line. After the end this is the whole record, unless a viewpoint is asked for."""
    site = site_of(request)
    wanted = request.query_params.get("as")
    found = await look(request, site, match_id(match), wanted)
    viewer: Viewer = "all" if found.over and not wanted else found.viewer
    blobs = (await site.log.read_match(found.match.id))[: found.match.n]
    body = "".join(f"{line}\n" for line in records.export(found.match, blobs, viewer))
    name = f"{found.match.table.game}-{found.match.id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body.encode(), media_type=LINES, headers=headers)
