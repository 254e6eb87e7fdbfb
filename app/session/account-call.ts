import { QUERY_DEFAULTS } from './data-provider.tsx';

/** The server answered, and refused. The message is for people. */
class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A call of the API for the person who is signed in.
 * @returns what it answers in JSON; undefined for an answer without a body
 * @throws  CallRefused
 */
export async function accountCall<T>(
  token: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: { readonly body?: object; readonly signal?: AbortSignal } = {},
): Promise<T> {
  const { body, signal } = options;
  const response = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  const answer = response.status === 204 ? undefined : ((await response.json().catch(() => null)) as unknown);
  if (response.ok) return answer as T;
  const { error } = (answer ?? {}) as { error?: string };
  throw new CallRefused(response.status, error ?? `The server answered ${response.status}.`);
}

/** Trouble on the server's side is tried again; a refusal is not. */
export function retryUnlessRefused(count: number, error: Error): boolean {
  return !(error instanceof CallRefused && error.status < 500) && count < QUERY_DEFAULTS.retry;
}
