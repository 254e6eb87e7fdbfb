import { once } from 'node:events';
import { createServer as createProxy, request } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { TEST_CERTIFICATE } from '#tests/fixtures/test-certificate.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DELIVERS_HERE } from '#tests/support/delivery-client.ts';
import { loadTinify } from '../../../infra/emulators/tinify.ts';

const tinify = loadTinify();
let server: RunningServer;
let photo: Buffer;
let key: string;
const opened: Server[] = [];

beforeAll(async () => {
  server = await startWebServer(DELIVERS_HERE, { worker: true });
  photo = await jpegFile(160, 120);
  const made = await fetch(`${server.url}/api/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await signIn(server.url)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'A client of another service', scopes: ['compress'] }),
  });
  ({ key } = (await made.json()) as { key: string });
  tinify.proxy = await startProxy(await startTls(server.url));
  tinify.Client.API_ENDPOINT = 'https://hooks.test';
  tinify.Client.CA_BUNDLE = TEST_CERTIFICATE.cert;
  tinify.key = key;
});
afterAll(async () => {
  for (const each of opened) each.close();
  await server.close();
});

async function portOf(listening: Server): Promise<number> {
  opened.push(listening.listen(0, '127.0.0.1'));
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

/** The client speaks TLS alone. @returns the port of a door to `url` */
function startTls(url: string): Promise<number> {
  const door = createServer(TEST_CERTIFICATE, (coming, answer) => {
    const { method = '', headers } = coming;
    const onward = request(new URL(coming.url ?? '', url), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 0, came.headers);
      came.pipe(answer);
    });
    coming.pipe(onward);
  });
  return portOf(door);
}

/** Leads every name to this machine. */
async function startProxy(port: number): Promise<string> {
  const proxy = createProxy().on('connect', (_request, socket: Socket) => {
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) each.on('error', () => each.destroy());
  });
  return `http://127.0.0.1:${await portOf(proxy)}`;
}

const facts = async (bytes: Promise<Uint8Array>) => {
  const { format, width, height } = await sharp(await bytes).metadata();
  return [format, width, height];
};

describe('the client for Node of another service, unchanged', () => {
  it('compresses, and counts', async () => {
    const small = await tinify.fromBuffer(photo).toBuffer();
    expect(small.length).toBeLessThan(photo.length);
    expect(tinify.compressionCount).toBeGreaterThan(0);
  });

  it('resizes, converts and preserves', async () => {
    const source = tinify.fromBuffer(photo);
    const fitted = source.resize({ method: 'fit', width: 80, height: 30 });
    expect(await facts(fitted.toBuffer())).toEqual(['jpeg', 40, 30]);
    const converted = source.convert({ type: ['image/webp'] }).preserve('copyright');
    expect(await facts(converted.toBuffer())).toEqual(['webp', 160, 120]);
  });

  it('compresses a picture by its address', async () => {
    const elsewhere = await startReceiver((response) => response.end(photo));
    expect(await facts(tinify.fromUrl(elsewhere.url).toBuffer())).toEqual(['jpeg', 160, 120]);
  });

  it('validates a key, and throws the classes of its own for what is refused', async () => {
    await expect(tinify.validate()).resolves.toBeUndefined();
    const cut = tinify.fromBuffer(new Uint8Array(500).fill(65)).toBuffer();
    await expect(cut).rejects.toBeInstanceOf(tinify.ClientError);
    tinify.key = 'unknown';
    await expect(tinify.validate()).rejects.toBeInstanceOf(tinify.AccountError);
    tinify.key = key;
  });
});
