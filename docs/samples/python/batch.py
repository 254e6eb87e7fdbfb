import sys
from contextlib import ExitStack
import requests

with ExitStack() as stack:
    files = [
        ("files", stack.enter_context(open(name, "rb")))
        for name in ["photo.jpg", "cover.png", "report.pdf"]
    ]
    response = requests.post("http://localhost:3000/api/compress/batch", files=files, timeout=600)
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
with open("small.zip", "wb") as result:
    result.write(response.content)

# 200 means that at least one file could be compressed; featherpress-report.json in the zip says which.
failed = int(response.headers["X-Failed-Count"])
if failed:
    print(failed, "of", response.headers["X-File-Count"], "files failed.", file=sys.stderr)
