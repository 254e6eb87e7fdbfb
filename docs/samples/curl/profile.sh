curl -fsS -H "Authorization: Bearer $FEATHERPRESS_TOKEN" http://localhost:3000/api/protected/dashboard
