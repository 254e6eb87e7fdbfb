import express from 'express';
import { expect, it } from 'vitest';
import { apiErrorHandler } from '#functions/http/answer-error.ts';
import { jsonBody } from '#functions/http/json-body.ts';
import { trackRequest } from '#functions/http/request-info.ts';
import { createLogger } from '#platform/logger.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { rawRequests } from '#tests/fixtures/raw-requests.ts';

it('tells a client whose body does not come in time, and ends the connection', async () => {
  const app = express();
  app.use(trackRequest(createLogger({ level: 'silent' })));
  app.post('/', jsonBody('invalid-request', undefined, 50), (_request, response) => void response.end('{}'));
  app.use(apiErrorHandler);
  const text = await rawRequests(await listen(app), [
    'POST / HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  ]);
  expect(text.match(/HTTP\/1\.1 [^\r]*/g)).toEqual(['HTTP/1.1 400 Bad Request']);
  expect(text).toContain('did not arrive in time');
});
