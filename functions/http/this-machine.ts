import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '#platform/reachability.ts';
import { isForeignPage } from './page-origin.ts';
import { isOfThisAccount } from './same-account.ts';

/**
 * Headers that proxies, tunnels and CDNs add to what they forward: `Forwarded`, `Via`, `X-Forwarded-For`, `X-Real-IP`,
 * `CF-Connecting-IP`, `True-Client-IP`, `Fly-Client-IP`, `X-Azure-ClientIP`, `Tailscale-User-Login` and their kin.
 */
const ADDED_BY_PROXIES =
  /^(via|cdn-loop|cf-|fly-|fastly-|akamai-|tailscale-|ngrok-|x-(envoy|azure|arr|vercel|nf|amz-cf|amzn-trace|appengine|cloud-trace|sucuri|original-(for|host|method|port|proto|ur[il])|proxy))|forwarded|(client|real|connecting|cluster|remote|originating|user|peer)-?(ip|addr|host)/;

/**
 * Whether a request comes from its owner's own programs, or from our own pages, on this machine, directly. Others connect from
 * loopback as well. Other accounts of the machine are told by the system. A proxy or a tunnel sends a header of its kind, asks
 * for another host, or uses HTTP/1.0, as nginx does by default. A page of another site says its origin; one whose name points
 * at loopback (DNS rebinding) asks for that name.
 */
export function comesFromThisMachine(request: IncomingMessage): boolean {
  return (
    isLoopbackAddress(request.socket.remoteAddress) &&
    request.httpVersion !== '1.0' &&
    asksForLoopback(request) &&
    !isForeignPage(request) &&
    !Object.keys(request.headers).some((name) => ADDED_BY_PROXIES.test(name)) &&
    isOfThisAccount(request.socket)
  );
}

/** Whether a request asks for the machine itself: one `Host`, a loopback name, and a target without an authority. */
export function asksForLoopback(request: IncomingMessage): boolean {
  const { url = '', headersDistinct } = request;
  const hosts = headersDistinct.host ?? [];
  return url.startsWith('/') && hosts.length === 1 && isLoopbackHost(hosts[0]!.replace(/:\d+$/, ''));
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}
