import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { limitConnections } from '#functions/web/connection-limit.ts';

/** A connection from an address that this machine does not have. */
function connectionFrom(server: EventEmitter, address: string): Socket {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  server.emit('connection', socket);
  return socket;
}

it('closes what one address opens beyond its share, until it closes some itself', async () => {
  const server = new EventEmitter();
  limitConnections(server as Server, 2);
  const from = (address: string) => connectionFrom(server, address);
  const [first, second, third] = [from('203.0.113.7'), from('::ffff:203.0.113.7'), from('203.0.113.7')];
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  expect(from('198.51.100.9').destroyed).toBe(false);
  const closed = new Promise((resolve) => first.once('close', resolve));
  first.destroy();
  await closed;
  expect(from('203.0.113.7').destroyed).toBe(false);
});

it('counts no connection of the machine itself, where a proxy may stand', () => {
  const server = new EventEmitter();
  limitConnections(server as Server, 1);
  for (let count = 0; count < 5; count += 1)
    expect(connectionFrom(server, '127.0.0.1').destroyed).toBe(false);
});
