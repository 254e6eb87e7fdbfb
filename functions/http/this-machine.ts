import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '#platform/reachability.ts';

/** Headers of a forwarded request: its client is not the machine itself. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request comes from a client on this machine, directly. A proxy or a tunnel on the same machine connects from
 * loopback as well: it sends a forwarding header, asks for another host, or uses HTTP/1.0, as nginx does by default.
 * A page of another site whose name was pointed at loopback (DNS rebinding) asks for another host, too.
 */
export function comesFromThisMachine(request: IncomingMessage): boolean {
  return (
    isLoopbackAddress(request.socket.remoteAddress) &&
    request.httpVersion !== '1.0' &&
    asksForLoopback(request) &&
    FORWARDED.every((name) => request.headers[name] === undefined)
  );
}

/** Whether the `Host` of a request is a name of the machine itself. */
export function asksForLoopback(request: IncomingMessage): boolean {
  return isLoopbackHost(/^\[?(.*?)\]?(:\d+)?$/.exec(request.headers.host ?? '')?.[1] ?? '');
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}
