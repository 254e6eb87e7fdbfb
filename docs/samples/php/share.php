<?php
const SERVER = 'http://localhost:3000';

function call(string $path, array $options): string
{
    $call = curl_init(SERVER . $path);
    curl_setopt_array($call, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 600]);
    curl_setopt_array($call, $options);
    $answer = curl_exec($call);
    if ($answer === false) {
        throw new RuntimeException(curl_error($call));
    }
    if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 400) {
        $error = json_decode($answer);
        throw new RuntimeException("$error->error ($error->code, request $error->requestId)");
    }
    return $answer;
}

$jobId = '';
call('/api/compress', [
    CURLOPT_POSTFIELDS => ['file' => new CURLFile('photo.jpg')],
    CURLOPT_HEADERFUNCTION => function ($call, $line) use (&$jobId) {
        if (stripos($line, 'X-Job-Id:') === 0) {
            $jobId = trim(substr($line, strlen('X-Job-Id:')));
        }
        return strlen($line);
    },
]);

$share = json_decode(call('/api/shares', [
    CURLOPT_POSTFIELDS => json_encode(['jobId' => $jobId]),
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
        'Authorization: Bearer ' . getenv('FEATHERPRESS_TOKEN'),
    ],
]));
echo "$share->url $share->expiresAt\n";
