import json
import shutil
import sys
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

boundary = uuid.uuid4().hex
body = b""
for name in ["photo.jpg", "cover.png", "report.pdf"]:
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    with open(name, "rb") as file:
        body += head.encode() + file.read() + b"\r\n"
body += f"--{boundary}--\r\n".encode()

request = Request(
    "http://localhost:3000/api/compress/batch",
    data=body,
    headers={"Content-Type": "multipart/form-data; boundary=" + boundary},
)
try:
    with urlopen(request, timeout=600) as response, open("small.zip", "wb") as result:
        shutil.copyfileobj(response, result)
except HTTPError as answer:
    sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))

# 200 means that at least one file could be compressed; featherpress-report.json in the zip says which.
# It counts the failed files, or says "unknown" where the zip began before the last file was done.
failed = response.headers["X-Failed-Count"]
if failed != "0":
    print("Failed:", failed, "of", response.headers["X-File-Count"], "files.", file=sys.stderr)
