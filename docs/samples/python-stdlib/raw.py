import json
import os
import shutil
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

# Read while it is sent, so that a large file takes no memory.
with open("photo.jpg", "rb") as file:
    request = Request(
        "http://localhost:3000/api/compress?name=photo.jpg",
        data=file,
        headers={"Content-Type": "image/jpeg", "Content-Length": os.path.getsize("photo.jpg")},
    )
    try:
        with urlopen(request, timeout=600) as response, open("photo-small.jpg", "wb") as result:
            shutil.copyfileobj(response, result)
    except HTTPError as answer:
        sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))
