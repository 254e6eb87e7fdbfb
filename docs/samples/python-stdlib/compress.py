import json
import shutil
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

# Without packages the body is the file itself: the standard library makes no forms.
with open("photo.jpg", "rb") as file:
    request = Request(
        "http://localhost:3000/api/compress?name=photo.jpg",
        data=file.read(),
        headers={"Content-Type": "image/jpeg"},
    )
try:
    with urlopen(request, timeout=600) as response, open("photo-small.jpg", "wb") as result:
        shutil.copyfileobj(response, result)
except HTTPError as answer:
    sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))
