<?php
// Behind a web server, or for a try: php -S 127.0.0.1:8080 receiver.php

// GET /api/webhooks/secrets shows them; while they are changed there are two, between commas.
$secrets = explode(',', getenv('WEBHOOK_SECRETS'));

function isOurs(array $secrets, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($time) || abs(time() - (int) $time) > 300) {
        return false;
    }
    foreach ($secrets as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
        foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}

$body = file_get_contents('php://input');
if (!isOurs($secrets, $body)) {
    http_response_code(400);
    return;
}
http_response_code(204);
// Yours is a table: the same webhook can come twice.
$seen = @fopen(sys_get_temp_dir() . '/seen-' . sha1($_SERVER['HTTP_WEBHOOK_ID']), 'x');
if ($seen === false) {
    return;
}
$told = json_decode($body);
error_log(implode(' ', [$told->type, $told->data->id ?? '', $told->data->status ?? '']));
