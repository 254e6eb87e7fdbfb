<?php
$headers = [];
$call = curl_init('http://localhost:3000/api/compress');
curl_setopt_array($call, [
    CURLOPT_POSTFIELDS => [
        'file' => new CURLFile('photo.jpg'),
        'preset' => 'small',
        'target' => '100KB',
        'keep' => 'copyright,date,location',
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 600,
    CURLOPT_HEADERFUNCTION => function ($call, $line) use (&$headers) {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $headers[strtolower($name)] = trim($value);
        return strlen($line);
    },
]);
$answer = curl_exec($call);
if ($answer === false) {
    throw new RuntimeException(curl_error($call));
}
if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {
    $error = json_decode($answer);
    throw new RuntimeException("$error->error ($error->code, request $error->requestId)");
}
file_put_contents('photo-small.jpg', $answer);

echo "{$headers['x-original-size']} -> {$headers['x-compressed-size']} bytes\n";
if ($headers['x-target-met'] === 'false') {
    echo "The smallest acceptable result is larger than the target.\n";
}
