curl -fsS -H 'Content-Type: application/json' \
  -d "{\"credential\": \"$GOOGLE_ID_TOKEN\"}" http://localhost:3000/api/auth/google
