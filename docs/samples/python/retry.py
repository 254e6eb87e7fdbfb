import random
import sys
import time
import uuid
import requests

WORTH_REPEATING = [408, 409, 429, 500, 502, 503, 504, 507]


def compress_with_retries(name):
    # The same key on every try: a try whose answer got lost starts no second job.
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    for wait in [1, 2, 4, 8, 16, None]:
        asked = None
        try:
            with open(name, "rb") as file:
                response = requests.post(
                    "http://localhost:3000/api/compress",
                    files={"file": file},
                    headers=headers,
                    timeout=(10, 600),
                )
            if wait is None or response.status_code not in WORTH_REPEATING:
                return response
            asked = response.headers.get("Retry-After")
        except (requests.ConnectionError, requests.Timeout):
            if wait is None:
                raise
        # At random, so that many clients do not come back at the same moment.
        time.sleep(float(asked) if asked else wait * random.uniform(0.5, 1))


response = compress_with_retries("photo.jpg")
if not response.ok:
    sys.exit("{error} ({code}, request {requestId})".format(**response.json()))
with open("photo-small.jpg", "wb") as result:
    result.write(response.content)
