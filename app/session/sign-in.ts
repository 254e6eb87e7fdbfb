import { brand } from '~/content/brand.ts';

/** Google said no, or our server did, or neither could be reached. */
class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
}

/**
 * Trades an ID token for a session token.
 * @throws SignInFailed when the answer carries no token
 */
export async function tokenFor(credential: string): Promise<string> {
  const { token } = await post<{ token?: string }>('/api/auth/google', { credential });
  if (!token) throw new SignInFailed('The answer carries no token.');
  return token;
}

/** An ID token from the local demo identity provider; it exists only where the server offers it. */
export async function demoCredential(): Promise<string> {
  const { credential } = await post<{ credential?: string }>('/dev/identity', {
    email: `demo@${new URL(brand.siteUrl).hostname}`,
    name: 'Demo Visitor',
    picture: '/demo-portrait.svg',
  });
  if (!credential) throw new SignInFailed('The demo provider gave no credential.');
  return credential;
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new SignInFailed(`${path} answered ${response.status}.`);
  return (await response.json()) as T;
}
