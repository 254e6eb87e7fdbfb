import json
import random
import shutil
import sys
import time
import uuid
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

WORTH_REPEATING = [408, 409, 429, 500, 502, 503, 504, 507]


def compress_with_retries(name):
    with open(name, "rb") as file:
        body = file.read()
    request = Request(
        "http://localhost:3000/api/compress?name=" + name,
        data=body,
        # The same key on every try: a try whose answer got lost starts no second job.
        headers={"Content-Type": "image/jpeg", "Idempotency-Key": str(uuid.uuid4())},
    )
    for wait in [1, 2, 4, 8, 16, None]:
        asked = None
        try:
            return urlopen(request, timeout=600)
        except HTTPError as answer:
            if wait is None or answer.code not in WORTH_REPEATING:
                sys.exit("{error} ({code}, request {requestId})".format(**json.load(answer)))
            asked = answer.headers["Retry-After"]
        except (URLError, OSError):
            if wait is None:
                raise
        # At random, so that many clients do not come back at the same moment.
        time.sleep(float(asked) if asked else wait * random.uniform(0.5, 1))


with compress_with_retries("photo.jpg") as response, open("photo-small.jpg", "wb") as result:
    shutil.copyfileobj(response, result)
