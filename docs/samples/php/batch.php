<?php
$failed = '0';
$call = curl_init('http://localhost:3000/api/compress/batch');
curl_setopt_array($call, [
    // PHP takes a field once; numbered, the name is read as "files" all the same.
    CURLOPT_POSTFIELDS => [
        'files[0]' => new CURLFile('photo.jpg'),
        'files[1]' => new CURLFile('cover.png'),
        'files[2]' => new CURLFile('report.pdf'),
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 600,
    CURLOPT_HEADERFUNCTION => function ($call, $line) use (&$failed) {
        if (stripos($line, 'X-Failed-Count:') === 0) {
            $failed = trim(substr($line, strlen('X-Failed-Count:')));
        }
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
file_put_contents('small.zip', $answer);

// 200 means that at least one file could be compressed; featherpress-report.json in the zip says which.
// It counts the failed files, or says "unknown" where the zip began before the last file was done.
if ($failed !== '0') {
    fwrite(STDERR, "Failed: $failed files.\n");
}
