import json
import shutil
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

options = {"name": "photo.jpg", "widths": "480,960", "formats": "webp,jpeg"}
with open("photo.jpg", "rb") as file:
    request = Request(
        "http://localhost:3000/api/compress?" + urlencode(options),
        data=file.read(),
        headers={"Content-Type": "image/jpeg"},
    )
try:
    with urlopen(request, timeout=600) as response, open("photo.zip", "wb") as result:
        shutil.copyfileobj(response, result)
except HTTPError as answer:
    sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))
