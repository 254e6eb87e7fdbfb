<?php
$call = curl_init('http://localhost:3000/api/auth/google');
curl_setopt_array($call, [
    CURLOPT_POSTFIELDS => json_encode(['credential' => getenv('GOOGLE_ID_TOKEN')]),
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$answer = curl_exec($call);
if ($answer === false) {
    throw new RuntimeException(curl_error($call));
}
$body = json_decode($answer);
if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {
    throw new RuntimeException("$body->error ($body->code, request $body->requestId)");
}
echo "$body->token\n";
