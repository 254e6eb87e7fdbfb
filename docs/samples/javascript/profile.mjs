const response = await fetch('http://localhost:3000/api/protected/dashboard', {
  headers: { Authorization: `Bearer ${process.env.FEATHERPRESS_TOKEN}` },
});
const answer = await response.json();
if (!response.ok) throw new Error(`${answer.error} (${answer.code}, request ${answer.requestId})`);
console.log(answer.user.name, answer.user.email);
