import os
import sys
import requests

SERVER = "http://localhost:3000"


def checked(response):
    if not response.ok:
        sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
    return response


with open("photo.jpg", "rb") as file:
    result = checked(requests.post(SERVER + "/api/compress", files={"file": file}, timeout=600))

share = checked(
    requests.post(
        SERVER + "/api/shares",
        json={"jobId": result.headers["X-Job-Id"]},
        headers={"Authorization": "Bearer " + os.environ["FEATHERPRESS_TOKEN"]},
        timeout=30,
    )
).json()
print(share["url"], share["expiresAt"])
