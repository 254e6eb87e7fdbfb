import sys
import requests

with open("photo.jpg", "rb") as file:
    response = requests.post(
        "http://localhost:3000/api/compress",
        files={"file": file},
        data={"widths": "480,960", "formats": "webp,jpeg"},
        timeout=600,
    )
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
with open("photo.zip", "wb") as result:
    result.write(response.content)
