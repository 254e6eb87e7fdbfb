import os
import sys
import requests

response = requests.post(
    "http://localhost:3000/api/auth/google",
    json={"credential": os.environ["GOOGLE_ID_TOKEN"]},
    timeout=30,
)
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
print(response.json()["token"])
