import json
import sys
import requests

SERVER = "http://localhost:3000"


def checked(response):
    if not response.ok:
        sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
    return response


with open("photo.jpg", "rb") as file:
    accepted = checked(
        requests.post(
            SERVER + "/api/compress",
            files={"file": file},
            headers={"Prefer": "respond-async"},
            timeout=600,
        )
    )
path = accepted.headers["Location"]

# Server-sent events: "event: progress" while it goes on, then "completed", "failed" or "cancelled" with the job.
job = accepted.json()
with requests.get(SERVER + path + "/events", stream=True, timeout=(10, 60)) as events:
    event = None
    for line in checked(events).iter_lines(decode_unicode=True):
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

with open("photo-small.jpg", "wb") as result:
    result.write(checked(requests.get(SERVER + path + "/result", timeout=600)).content)
print(job["sourceBytes"], "->", job["outputBytes"], "bytes")
