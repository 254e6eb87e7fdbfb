#!/usr/bin/env bash
# LocalStack runs this when it is ready: the bucket and the queues of docs/operations.md.
set -euo pipefail

awslocal s3api create-bucket --bucket featherpress
# Lifecycle rules count in days; what must go sooner is deleted by the web servers.
awslocal s3api put-bucket-lifecycle-configuration --bucket featherpress --lifecycle-configuration '{
  "Rules": [
    { "ID": "uploads", "Status": "Enabled", "Filter": { "Prefix": "uploads/" }, "Expiration": { "Days": 1 },
      "AbortIncompleteMultipartUpload": { "DaysAfterInitiation": 1 } },
    { "ID": "results", "Status": "Enabled", "Filter": { "Prefix": "results/" }, "Expiration": { "Days": 1 },
      "AbortIncompleteMultipartUpload": { "DaysAfterInitiation": 1 } },
    { "ID": "shares", "Status": "Enabled", "Filter": { "Prefix": "shares/" }, "Expiration": { "Days": 9 } },
    { "ID": "sign-outs", "Status": "Enabled", "Filter": { "Prefix": "sign-outs/" }, "Expiration": { "Days": 9 } },
    { "ID": "jobs", "Status": "Enabled", "Filter": { "Prefix": "jobs/" }, "Expiration": { "Days": 1 } },
    { "ID": "batches", "Status": "Enabled", "Filter": { "Prefix": "batches/" }, "Expiration": { "Days": 1 } },
    { "ID": "idempotency", "Status": "Enabled", "Filter": { "Prefix": "idempotency/" }, "Expiration": { "Days": 2 } },
    { "ID": "outcomes", "Status": "Enabled", "Filter": { "Prefix": "outcomes/" }, "Expiration": { "Days": 1 } },
    { "ID": "completions", "Status": "Enabled", "Filter": { "Prefix": "completions/" }, "Expiration": { "Days": 1 } },
    { "ID": "deliveries", "Status": "Enabled", "Filter": { "Prefix": "deliveries/" }, "Expiration": { "Days": 2 } },
    { "ID": "deliveries-of", "Status": "Enabled", "Filter": { "Prefix": "deliveries-of/" }, "Expiration": { "Days": 4 } },
    { "ID": "outbox", "Status": "Enabled", "Filter": { "Prefix": "outbox/" }, "Expiration": { "Days": 3 } },
    { "ID": "gone", "Status": "Enabled", "Filter": { "Prefix": "gone/" }, "Expiration": { "Days": 2 } },
    { "ID": "partials", "Status": "Enabled", "Filter": { "Prefix": "partials/" }, "Expiration": { "Days": 1 } }
  ]
}'

# Browsers send and fetch files by presigned addresses: from the site's own origin only. Elsewhere: npm run bucket:cors.
awslocal s3api put-bucket-cors --bucket featherpress --cors-configuration '{
  "CORSRules": [
    { "ID": "featherpress", "AllowedOrigins": ["http://localhost:3000"], "AllowedMethods": ["PUT", "GET", "HEAD"],
      "AllowedHeaders": ["*"], "ExposeHeaders": ["ETag", "Content-Length", "Content-Disposition"],
      "MaxAgeSeconds": 3600 }
  ]
}'

awslocal sqs create-queue --queue-name featherpress-jobs-dead \
  --attributes '{"MessageRetentionPeriod":"1209600"}'
# One queue for all work and one for small work, with the same dead-letter queue.
for queue in featherpress-jobs featherpress-jobs-small; do
  awslocal sqs create-queue --queue-name "$queue" --attributes '{
    "VisibilityTimeout": "60",
    "ReceiveMessageWaitTimeSeconds": "20",
    "RedrivePolicy": "{\"deadLetterTargetArn\":\"arn:aws:sqs:us-east-1:000000000000:featherpress-jobs-dead\",\"maxReceiveCount\":\"20\"}"
  }'
done
