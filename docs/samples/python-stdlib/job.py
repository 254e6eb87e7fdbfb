import json
import shutil
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER = "http://localhost:3000"


def call(path, data=None, headers={}, timeout=600):
    try:
        return urlopen(Request(SERVER + path, data=data, headers=headers), timeout=timeout)
    except HTTPError as answer:
        sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))


with open("photo.jpg", "rb") as file:
    headers = {"Content-Type": "image/jpeg", "Prefer": "respond-async"}
    accepted = call("/api/compress?name=photo.jpg", file.read(), headers)
path = accepted.headers["Location"]

# Server-sent events: "event: progress" while it goes on, then "completed", "failed" or "cancelled" with the job.
job = json.load(accepted)
event = None
with call(path + "/events", timeout=60) as events:
    for line in events:
        line = line.decode().rstrip()
        if line.startswith("event: "):
            event = line[len("event: "):]
        elif line.startswith("data: "):
            data = json.loads(line[len("data: "):])
            if event == "progress":
                print(data)
            else:
                job = data
if job["status"] != "completed":
    sys.exit(job.get("error", "The job is " + job["status"]))

with call(path + "/result") as response, open("photo-small.jpg", "wb") as result:
    shutil.copyfileobj(response, result)
print(job["sourceBytes"], "->", job["outputBytes"], "bytes")
