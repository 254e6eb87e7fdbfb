server=http://localhost:3000
job=$(curl -fsS -H 'Prefer: respond-async' -F file=@photo.jpg \
  -o job.json -w '%header{location}' $server/api/compress) || exit

# Progress as it comes; ends when the job has ended.
curl -fsSN --max-time 600 "$server$job/events" || exit

curl -fsS -o photo-small.jpg "$server$job/result"
