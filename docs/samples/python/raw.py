import sys
import requests

with open("photo.jpg", "rb") as file:
    response = requests.post(
        "http://localhost:3000/api/compress",
        params={"name": "photo.jpg"},
        headers={"Content-Type": "image/jpeg"},
        data=file,
        timeout=600,
    )
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
with open("photo-small.jpg", "wb") as result:
    result.write(response.content)
