<?php
const SERVER = 'http://localhost:3000';

function call(string $path, array $options = []): string
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

$job = json_decode(call('/api/compress', [
    CURLOPT_POSTFIELDS => ['file' => new CURLFile('photo.jpg')],
    CURLOPT_HTTPHEADER => ['Prefer: respond-async'],
]));
$path = "/api/jobs/$job->id";

// Server-sent events: "event: progress" while it goes on, then "completed", "failed" or "cancelled" with the job.
$buffer = '';
call("$path/events", [CURLOPT_WRITEFUNCTION => function ($call, $chunk) use (&$buffer, &$job) {
    $blocks = explode("\n\n", $buffer . $chunk);
    $buffer = array_pop($blocks);
    foreach ($blocks as $block) {
        if (!preg_match('/^event: (.*)$/m', $block, $event) || !preg_match('/^data: (.*)$/m', $block, $data)) {
            continue;
        }
        if ($event[1] === 'progress') {
            echo "$data[1]\n";
        } else {
            $job = json_decode($data[1]);
        }
    }
    return strlen($chunk);
}]);
if ($job->status !== 'completed') {
    throw new RuntimeException($job->error ?? "The job is $job->status.");
}

file_put_contents('photo-small.jpg', call("$path/result"));
echo "$job->sourceBytes -> $job->outputBytes bytes\n";
