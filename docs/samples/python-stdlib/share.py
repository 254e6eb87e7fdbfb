import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER = "http://localhost:3000"


def call(path, data, headers):
    try:
        return urlopen(Request(SERVER + path, data=data, headers=headers), timeout=600)
    except HTTPError as answer:
        sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))


with open("photo.jpg", "rb") as file:
    result = call("/api/compress?name=photo.jpg", file.read(), {"Content-Type": "image/jpeg"})

body = json.dumps({"jobId": result.headers["X-Job-Id"]}).encode()
headers = {
    "Content-Type": "application/json",
    "Authorization": "Bearer " + os.environ["FEATHERPRESS_TOKEN"],
}
share = json.load(call("/api/shares", body, headers))
print(share["url"], share["expiresAt"])
