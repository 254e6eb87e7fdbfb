const response = await fetch('http://localhost:3000/api/auth/google', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ credential: process.env.GOOGLE_ID_TOKEN }),
});
const answer = await response.json();
if (!response.ok) throw new Error(`${answer.error} (${answer.code}, request ${answer.requestId})`);
console.log(answer.token);
