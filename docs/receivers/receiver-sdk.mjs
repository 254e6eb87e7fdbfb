import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseWebhook } from 'featherpress/client';

// GET /api/webhooks/secrets shows them; while they are changed there are two, between commas.
const secrets = process.env.WEBHOOK_SECRETS.split(',');
const MOST_BYTES = 8 * 1024 * 1024;
const seen = new Set(); // Yours is a table: the same webhook can come twice, also after a restart.

const server = createServer(async (request, response) => {
  // Our webhooks say their length, and Node reads no more than that.
  if (!(Number(request.headers['content-length']) <= MOST_BYTES)) return response.writeHead(413).end();
  try {
    const event = await parseWebhook({ headers: request.headers, body: await buffer(request) }, secrets);
    response.writeHead(204).end(); // First: work that takes longer than 20 seconds would be told again.
    if (seen.has(event.id)) return;
    seen.add(event.id);
    console.log(event.type, event.data.id ?? '', event.data.status ?? '');
  } catch (error) {
    console.error(error.message);
    response.writeHead(400).end();
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () =>
  console.log(`Listening on port ${server.address().port}`),
);
