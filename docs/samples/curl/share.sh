server=http://localhost:3000
job=$(curl -fsS -F file=@photo.jpg -o photo-small.jpg -w '%header{x-job-id}' $server/api/compress) || exit

curl -fsS -H "Authorization: Bearer $FEATHERPRESS_TOKEN" -H 'Content-Type: application/json' \
  -d "{\"jobId\": \"$job\"}" $server/api/shares
