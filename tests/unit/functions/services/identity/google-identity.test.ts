import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  createDemoIdentity,
  createDemoKey,
  DEMO_CLIENT_ID,
} from '#functions/services/identity/demo-identity.ts';
import { createGoogleIdentity } from '#functions/services/identity/google-identity.ts';

const ADA = { email: 'ada@example.org', name: 'Ada Example' };

it('asks for the keys until they are had, and keeps them', async () => {
  const demo = createDemoIdentity(createDemoKey());
  let [asked, status] = [0, 503];
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status).end(JSON.stringify(demo.certificates()));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const certificatesUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`;
  const google = createGoogleIdentity({ clientId: DEMO_CLIENT_ID, certificatesUrl });

  await expect(google.verify(await demo.issue(ADA))).rejects.toMatchObject({ code: 'unavailable' });
  status = 200;
  for (let use = 0; use < 3; use += 1)
    expect(await google.verify(await demo.issue(ADA))).toMatchObject({ email: ADA.email, name: ADA.name });
  expect(asked).toBe(2);
});
