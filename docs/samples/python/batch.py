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
# It counts the failed files, or says "unknown" where the zip began before the last file was done.
failed = response.headers["X-Failed-Count"]
if failed != "0":
    print("Failed:", failed, "of", response.headers["X-File-Count"], "files.", file=sys.stderr)
