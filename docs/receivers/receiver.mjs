import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

// GET /api/webhooks/secrets shows them; while they are changed there are two, between commas.
const secrets = process.env.WEBHOOK_SECRETS.split(',');
const MOST_BYTES = 8 * 1024 * 1024;

function isOurs({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = Buffer.from(
      `v1,${createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')}`,
    );
    return signatures.split(' ').some((text) => {
      const given = Buffer.from(text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}

const seen = new Set(); // Yours is a table: the same webhook can come twice, also after a restart.

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isOurs(request, body)) return response.writeHead(400).end();
  response.writeHead(204).end(); // First: work that takes longer than 20 seconds would be told again.
  const id = request.headers['webhook-id'];
  if (seen.has(id)) return;
  seen.add(id);
  const { type, data } = JSON.parse(body);
  console.log(type, data.id ?? '', data.status ?? '');
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () =>
  console.log(`Listening on port ${server.address().port}`),
);
