import os
import sys
import requests

response = requests.get(
    "http://localhost:3000/api/protected/dashboard",
    headers={"Authorization": "Bearer " + os.environ["FEATHERPRESS_TOKEN"]},
    timeout=30,
)
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
user = response.json()["user"]
print(user["name"], user["email"])
