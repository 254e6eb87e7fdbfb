import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { DeliveryListAnswer, JobAnswer } from '#platform/contracts/api/answers.ts';
import type { Receiver } from '#tests/fixtures/receiver.ts';
import type { RunningServer } from '#tests/fixtures/web-server.ts';

export const PATIENCE = { interval: 50 };
/** Of a server that delivers to receivers of this machine. */
export const DELIVERS_HERE = {
  DELIVERY_HTTP: 'on',
  DELIVERY_ALLOW: '127.0.0.0/8',
  FILES_PER_MINUTE: '1000',
  UPLOADS_AT_ONCE: '9',
};

export interface Sending {
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly files?: number;
}

/** What a client of deliveries does. */
export function deliveryClient(server: () => RunningServer, photo: () => Uint8Array<ArrayBuffer>) {
  /** Sends a file, or several, for a job. */
  function send({ path = '/api/compress', query = {}, fields = {}, headers = {}, ...rest }: Sending) {
    const { bytes = photo(), files = 1 } = rest;
    const form = new FormData();
    const field = path.endsWith('batch') ? 'files' : 'file';
    for (let index = 0; index < files; index += 1) form.append(field, new Blob([bytes]), `${index}.jpg`);
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    const address = `${server().url}${path}?${new URLSearchParams(query).toString()}`;
    return fetch(address, { method: 'POST', body: form, headers: { Prefer: 'respond-async', ...headers } });
  }
  const get = async <T>(path: string): Promise<T> => (await (await fetch(server().url + path)).json()) as T;
  const deliveriesOf = async (id: string) =>
    (await get<DeliveryListAnswer>(`/api/jobs/${id}/deliveries`)).deliveries;
  return { send, get, deliveriesOf };
}

export async function jobOf(answer: Response): Promise<JobAnswer> {
  expect(answer.status).toBe(202);
  return (await answer.json()) as JobAnswer;
}

export const arrived = (receiver: Receiver, count = 1) =>
  expect.poll(() => receiver.requests.length, PATIENCE).toBe(count);

/** What a webhook told, verified as a receiver does. */
export function verified(receiver: Receiver, at: number, secret: string) {
  const { body, headers } = receiver.requests[at]!;
  const told = new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
  return told as { type: string; timestamp: string; data: JobAnswer };
}
