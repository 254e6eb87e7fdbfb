import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Of one that its program has closed the account is no longer told. */
const ESTABLISHED = '01';
const ROOT = 0;

const known = new WeakMap<Socket, boolean>();

/**
 * Whether a connection over loopback comes from a program of the account of this process, or of root: other accounts of a
 * machine reach its loopback as well. Looked up once a connection. Where the system does not tell, as elsewhere than on
 * Linux, it is taken to be so.
 */
export function isOfThisAccount(socket: Socket): boolean {
  const found = known.get(socket) ?? lookUp(socket);
  known.set(socket, found);
  return found;
}

function lookUp({ remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
  const ends = `${endOf(remoteAddress, remotePort)} (?:[\\dA-F]{24})?${endOf(localAddress, localPort)}`;
  const connection = new RegExp(`${ends} (\\w+) \\S+ \\S+ \\S+ +(\\d+) `);
  const first = read('/proc/net/tcp');
  if (first === null) return true;
  const [, state, uid] = connection.exec(first) ?? connection.exec(read('/proc/net/tcp6') ?? '') ?? [];
  return state === ESTABLISHED && [ROOT, process.getuid?.()].includes(Number(uid));
}

/** A table of connections with their accounts, see proc(5); null where there is none. */
function read(table: string): string | null {
  try {
    return readFileSync(table, 'latin1');
  } catch {
    return null;
  }
}

/** An end of a connection as the tables write it: in words of 32 bits, the last byte of each first; IPv4 has the last word. */
function endOf(address = '', port = 0): string {
  const bytes = address === '::1' ? [0, 0, 0, 1] : address.replace(/^.*:/, '').split('.').map(Number);
  const word = Buffer.from(bytes).reverse().toString('hex');
  return `${word}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}
