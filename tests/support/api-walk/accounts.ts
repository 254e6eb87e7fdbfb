import type { accountOperations } from '#platform/contracts/api/operations/accounts.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { NO_JOB, PARTS, type ApiWalk, type CallsOf } from './api-walk.ts';

/** People with sessions, keys and links. */
export function accountCalls(walk: ApiWalk): CallsOf<typeof accountOperations> {
  const { call, send, authorized, newKey, jobThat, server } = walk;
  return {
    signIn: [
      async () => {
        const answer = await send('/dev/identity', { email: 'eve@example.org', name: 'Eve' });
        return send('/api/auth/google', (await answer.json()) as object);
      },
      () => send('/api/auth/google', {}),
      () => send('/api/auth/google', { credential: 'a.b.c' }),
    ],
    readProfile: [
      () => call('/api/protected/dashboard', { headers: authorized() }),
      () => call('/api/protected/dashboard'),
    ],
    createShare: [
      async () => send('/api/shares', { jobId: await jobThat('completed') }, authorized()),
      () => send('/api/shares', { jobId: NO_JOB }, authorized()),
      () => send('/api/shares', {}, authorized()),
      () => send('/api/shares', { jobId: NO_JOB }),
    ],
    listShares: [() => call('/api/shares', { headers: authorized() }), () => call('/api/shares')],
    endShare: [
      async () => {
        const answer = await send('/api/shares', { jobId: await jobThat('completed') }, authorized());
        const { id } = (await answer.json()) as { id: string };
        return call(`/api/shares/${id}`, { method: 'DELETE', headers: authorized() });
      },
      () => call(`/api/shares/${NO_JOB}`, { method: 'DELETE', headers: authorized() }),
    ],
    openShare: [
      async () => {
        const answer = await send('/api/shares', { jobId: await jobThat('completed') }, authorized());
        return fetch(((await answer.json()) as { url: string }).url);
      },
      ...[...PARTS, { 'If-None-Match': '*' }].map((headers) => async () => {
        const answer = await send('/api/shares', { jobId: await jobThat('completed') }, authorized());
        return fetch(((await answer.json()) as { url: string }).url, { headers });
      }),
      () => call(`/s/${NO_JOB}`, { headers: { Accept: 'application/json' } }),
    ],
    listKeys: [() => call('/api/keys', { headers: authorized() })],
    createKey: [
      () => send('/api/keys', { name: 'a', filesPerDay: 5, expiresInDays: 5 }, authorized()),
      () => send('/api/keys', { name: '' }, authorized()),
      async () => {
        const token = await signIn(server.url, { email: 'full@example.org', name: 'Full' });
        const make = () => send('/api/keys', { name: 'a' }, { Authorization: `Bearer ${token}` });
        for (let made = 0; made < 20; made += 1) await make();
        return make();
      },
    ],
    revokeKey: [
      async () => {
        const { id } = await newKey();
        return call(`/api/keys/${id}`, { method: 'DELETE', headers: authorized() });
      },
      () => call('/api/keys/none', { method: 'DELETE', headers: authorized() }),
    ],
    readUsage: [
      () => call('/api/usage', { headers: authorized() }),
      async () => call('/api/usage', { headers: { Authorization: `Bearer ${(await newKey()).key}` } }),
    ],
    signOutEverywhere: [
      async () => {
        const token = await signIn(server.url, { email: 'eve@example.org', name: 'Eve' });
        return call('/api/sessions', { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
      },
    ],
  };
}
