<?php
const WORTH_REPEATING = [0, 408, 409, 429, 500, 502, 503, 504, 507]; // 0: the line broke

// The same key on every try: a try whose answer got lost starts no second job.
$key = bin2hex(random_bytes(16));
$wait = 1;
do {
    $retryAfter = 0;
    $call = curl_init('http://localhost:3000/api/compress');
    curl_setopt_array($call, [
        CURLOPT_POSTFIELDS => ['file' => new CURLFile('photo.jpg')],
        CURLOPT_HTTPHEADER => ["Idempotency-Key: $key"],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 600,
        CURLOPT_HEADERFUNCTION => function ($call, $line) use (&$retryAfter) {
            if (stripos($line, 'Retry-After:') === 0) {
                $retryAfter = (int) substr($line, strlen('Retry-After:'));
            }
            return strlen($line);
        },
    ]);
    $answer = curl_exec($call);
    $status = $answer === false ? 0 : curl_getinfo($call, CURLINFO_RESPONSE_CODE);
    $isLast = $wait > 16 || !in_array($status, WORTH_REPEATING, true);
    if (!$isLast) {
        // At random, so that many clients do not come back at the same moment.
        usleep((int) (1e6 * ($retryAfter ?: $wait * random_int(50, 100) / 100)));
    }
    $wait *= 2;
} while (!$isLast);

if ($status === 0) {
    throw new RuntimeException(curl_error($call));
}
if ($status !== 200) {
    $error = json_decode($answer);
    throw new RuntimeException("$error->error ($error->code, request $error->requestId)");
}
file_put_contents('photo-small.jpg', $answer);
