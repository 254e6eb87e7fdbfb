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
  const publicHost = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1');
  return publicHost && !isLoopbackHost(publicHost) ? `people come to ${publicHost}` : null;
}

/** Whether only this machine can reach a server that listens on this host. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
