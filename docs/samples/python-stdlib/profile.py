import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "http://localhost:3000/api/protected/dashboard",
    headers={"Authorization": "Bearer " + os.environ["FEATHERPRESS_TOKEN"]},
)
try:
    with urlopen(request, timeout=30) as response:
        user = json.load(response)["user"]
except HTTPError as answer:
    sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))
print(user["name"], user["email"])
