import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DELIVERS_HERE } from '#tests/support/delivery-client.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
let key: string;
beforeAll(async () => {
  server = await startWebServer(DELIVERS_HERE, { worker: true });
  photo = new Uint8Array(await jpegFile());
  key = await keyOf('ada@example.org');
});
afterAll(() => server.close());

async function keyOf(email: string, scopes = ['compress']): Promise<string> {
  const token = await signIn(server.url, { email, name: 'A' });
  const made = await fetch(`${server.url}/api/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Clients of another service', scopes }),
  });
  return ((await made.json()) as { key: string }).key;
}

/** As the clients in five languages send it: Basic with the user "api", bytes without a type, commands as JSON. */
function send(
  method: string,
  path: string,
  body?: Uint8Array<ArrayBuffer> | object,
  by = key,
): Promise<Response> {
  const headers = new Headers({ Authorization: `Basic ${Buffer.from(`api:${by}`).toString('base64')}` });
  if (body !== undefined && !(body instanceof Uint8Array)) headers.set('Content-Type', 'application/json');
  const sent = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body);
  return fetch(server.url + path, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
}
const errorOf = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

describe('the calls of another service', () => {
  it('shrink a picture, whose output is at the Location', async () => {
    const shrunk = await send('POST', '/shrink', photo);
    expect(shrunk.status).toBe(201);
    expect(Number(shrunk.headers.get('Compression-Count'))).toBeGreaterThan(0);
    const location = shrunk.headers.get('Location')!;
    const told = (await shrunk.json()) as { input: object; output: { size: number; ratio: number } };
    expect(told.input).toEqual({ size: photo.length, type: 'image/jpeg' });
    expect(told.output).toMatchObject({
      ...{ type: 'image/jpeg', width: 320, height: 240 },
      url: server.url + location,
    });
    expect(told.output.ratio).toBeCloseTo(told.output.size / photo.length, 3);
    expect(told.output.size).toBeLessThan(photo.length);
    for (const output of [
      await send('GET', location),
      await send('POST', location),
      await send('POST', location, { preserve: ['copyright', 'creation'] }),
    ]) {
      expect(output.status).toBe(200);
      expect(output.headers.get('Content-Type')).toBe('image/jpeg');
      expect([output.headers.get('Image-Width'), output.headers.get('Image-Height')]).toEqual(['320', '240']);
      expect((await output.arrayBuffer()).byteLength).toBe(told.output.size);
    }
  });

  it('shrink a picture by its address', async () => {
    const elsewhere = await startReceiver((response) => response.end(photo));
    const shrunk = await send('POST', '/shrink', { source: { url: elsewhere.url } });
    expect(shrunk.status).toBe(201);
    expect(elsewhere.requests).toHaveLength(1);
  });

  it('say what is not offered, and leave no command out silently', async () => {
    const location = (await send('POST', '/shrink', photo)).headers.get('Location')!;
    for (const [commands, message] of [
      [{ store: { service: 's3' } }, '"store" is not offered here.'],
      [{ resize: { method: 'thumb', width: 9, height: 9 } }, '"resize" by "thumb" is not offered here.'],
      [{ resize: null }, '"resize" by "undefined" is not offered here.'],
      [{ resize: { method: 'scale', width: 0 } }, 'maxWidth'],
      [{ convert: { type: 'image/gif' } }, 'format'],
    ] as const) {
      const told = await errorOf(await send('POST', location, commands));
      expect(told).toMatchObject({ status: 400, error: 'InvalidRequest' });
      expect(told).toMatchObject({ message: expect.stringContaining(message) as string });
    }
    expect(await errorOf(await send('POST', location, { preserve: ['location'] }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Copyright and creation are preserved/),
    });
  });

  it('resize and convert an output', async () => {
    const location = (await send('POST', '/shrink', photo)).headers.get('Location')!;
    const made = async (commands: object) => {
      const answer = await send('POST', location, commands);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { format, width, height } = await sharp(bytes).metadata();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe(`image/${format}`);
      expect(answer.headers.get('Image-Width')).toBe(String(width));
      return { format, width, height };
    };
    expect(await made({ resize: { method: 'scale', width: 160 } })).toEqual({
      format: 'jpeg',
      width: 160,
      height: 120,
    });
    expect(
      await made({ resize: { method: 'fit', width: 100, height: 60 }, preserve: 'copyright' }),
    ).toMatchObject({
      height: 60,
    });
    const withoutHeight = { resize: { method: 'scale', width: 80, height: 0 } };
    expect(await made(withoutHeight)).toMatchObject({ width: 80, height: 60 });
    expect(await made({ convert: { type: 'image/webp' } })).toMatchObject({ format: 'webp', width: 320 });
    const converted = { convert: { type: ['image/png', 'image/jpeg'] }, transform: { background: 'white' } };
    expect(await made({ ...converted, resize: { method: 'scale', height: 24 } })).toMatchObject({
      height: 24,
    });
  });

  it('take commands with GET as well, as clients before theirs of today send them', async () => {
    const location = (await send('POST', '/shrink', photo)).headers.get('Location')!;
    const headers = {
      Authorization: `Basic ${btoa(`api:${key}`)}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    };
    const request = httpRequest(server.url + location, { headers });
    request.end(JSON.stringify({ resize: { method: 'scale', width: 160 } }));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(await sharp(await buffer(answer)).metadata()).toMatchObject({ width: 160, height: 120 });
  });

  it.each<[string, () => Promise<Response>, number, string]>([
    ['no key', () => fetch(`${server.url}/shrink`, { method: 'POST', body: photo }), 401, 'Unauthorized'],
    ['a wrong key', () => send('POST', '/shrink', photo, 'wrong'), 401, 'Unauthorized'],
    ['no picture, as clients validate a key', () => send('POST', '/shrink'), 400, 'InputMissing'],
    ['JSON without an address', () => send('POST', '/shrink', { source: {} }), 400, 'InputMissing'],
    [
      'what is no picture',
      () => send('POST', '/shrink', new Uint8Array(500).fill(65)),
      400,
      'UnsupportedType',
    ],
    [
      'a private address',
      () => send('POST', '/shrink', { source: { url: 'http://10.0.0.1/' } }),
      400,
      'InvalidRequest',
    ],
    ['an output that is not there', () => send('GET', '/output/nothing'), 404, 'Expired'],
  ])('answer %s as clients expect it', async (_what, call, status, error) => {
    expect(await errorOf(await call())).toEqual({ status, error, message: expect.any(String) as string });
  });

  it('show an output to its account alone', async () => {
    const location = (await send('POST', '/shrink', photo)).headers.get('Location')!;
    const other = await keyOf('eve@example.org');
    expect((await send('GET', location, undefined, other)).status).toBe(404);
    const reader = await keyOf('ada@example.org', ['jobs:read']);
    expect((await send('POST', '/shrink', photo, reader)).status).toBe(403);
  });
});
