import sys
import requests

with open("photo.jpg", "rb") as file:
    response = requests.post(
        "http://localhost:3000/api/compress",
        files={"file": file},
        data={"preset": "small", "target": "100KB", "keep": "copyright,date,location"},
        timeout=600,
    )
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
with open("photo-small.jpg", "wb") as result:
    result.write(response.content)

print(response.headers["X-Original-Size"], "->", response.headers["X-Compressed-Size"], "bytes")
if response.headers["X-Target-Met"] == "false":
    print("The smallest acceptable result is larger than the target.")
