import type { Server } from 'node:http';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { addressKey } from '../limits/address-key.ts';

/**
 * Closes connections of an address beyond those that one household needs, before they cost a request. Only for clients that connect
 * themselves: behind a proxy all come from one address, and from loopback the owner or a proxy does.
 */
export function limitConnections(
  server: Server,
  most: number = OPERATING_LIMITS.maxConnectionsPerAddress,
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (/^(::ffff:)?127\.|^::1$/.test(remoteAddress)) return;
    const client = addressKey(remoteAddress);
    const count = (open.get(client) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(client, count);
    socket.once('close', () => {
      const left = open.get(client)! - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}
