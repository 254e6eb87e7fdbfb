import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "http://localhost:3000/api/auth/google",
    data=json.dumps({"credential": os.environ["GOOGLE_ID_TOKEN"]}).encode(),
    headers={"Content-Type": "application/json"},
)
try:
    with urlopen(request, timeout=30) as response:
        print(json.load(response)["token"])
except HTTPError as answer:
    sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))
