<?php
$call = curl_init('http://localhost:3000/api/compress');
curl_setopt_array($call, [
    CURLOPT_POSTFIELDS => [
        'file' => new CURLFile('photo.jpg'),
        'widths' => '480,960',
        'formats' => 'webp,jpeg',
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 600,
]);
$answer = curl_exec($call);
if ($answer === false) {
    throw new RuntimeException(curl_error($call));
}
if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {
    $error = json_decode($answer);
    throw new RuntimeException("$error->error ($error->code, request $error->requestId)");
}
file_put_contents('photo.zip', $answer);
