import type { Environment } from './config-schema.ts';

/** Where an embedded server listens unless told otherwise. */
export const LOOPBACK = '127.0.0.1';

/**
 * Why others than this machine can reach an embedded server that listens on a host, in words, or null when they
 * cannot. A proxy in front of a server on loopback opens it as well.
 */
export function reachableFrom(
  env: Pick<Environment, 'TRUSTED_PROXIES' | 'PUBLIC_URL'>,
  host: string,
): string | null {
  if (!isLoopbackHost(host)) return `listening on ${host}`;
  if (env.TRUSTED_PROXIES) return 'a proxy stands in front';
  const publicHost = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname;
  return publicHost && !isLoopbackHost(publicHost) ? `people come to ${publicHost}` : null;
}

/**
 * Whether a host means this machine, in any way of writing: `LOCALHOST`, `localhost.`, `127.1`, `[0:0:0:0:0:0:0:1]`.
 * Source: RFC 6761, 6.3; URL Standard, host parsing.
 */
export function isLoopbackHost(host: string): boolean {
  if (/[@/?#\\]/.test(host)) return false;
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  if (!URL.canParse(`http://${bracketed}`)) return false;
  const { hostname } = new URL(`http://${bracketed}`);
  return /^(localhost\.?|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(hostname);
}
