// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import '#tests/support/browser-parts.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { matchingMedia } from '#tests/support/browser-parts.ts';
import { GoogleButton } from '~/session/google-button.tsx';
import { Guard } from '~/session/guard.tsx';
import { profileQuery } from '~/session/profile.ts';
import {
  adoptReturn,
  loginAddress,
  REDIRECT_KEY,
  rememberReturn,
  signIn,
  signOut,
  takeReturn,
  TOKEN_KEY,
} from '~/session/session.ts';
import { demoCredential, tokenFor } from '~/session/sign-in.ts';
import { useSession } from '~/session/use-session.ts';

afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
});

describe('the session', () => {
  test('follows sign-in and sign-out, in this tab and in another one', () => {
    const { result } = renderHook(() => useSession());
    expect(result.current).toEqual({ status: 'signed-out', token: null });
    act(() => signIn('first'));
    expect(result.current).toEqual({ status: 'signed-in', token: 'first' });
    act(() => {
      localStorage.setItem(TOKEN_KEY, 'second');
      window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
    });
    expect(result.current.token).toBe('second');
    act(() => signOut());
    expect(result.current.status).toBe('signed-out');
  });

  test('returns once to the remembered page, and never to another site', () => {
    rememberReturn('/dashboard');
    expect([takeReturn(), takeReturn()]).toEqual(['/dashboard', '/']);
    for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example', 'compress']) {
      rememberReturn(elsewhere);
      expect(takeReturn(), elsewhere).toBe('/');
    }
  });

  test('takes the way back along in the address, for a page that does not see what was remembered', () => {
    expect(loginAddress()).toBe('/login');
    for (const [path, back] of [
      ['/compress', '/compress'],
      ['//evil.example', '/'],
    ] as const) {
      rememberReturn(path);
      window.history.replaceState(null, '', loginAddress());
      sessionStorage.clear();
      adoptReturn();
      expect([window.location.href.split(window.location.origin)[1], takeReturn()]).toEqual(['/login', back]);
    }
    adoptReturn();
    expect(takeReturn()).toBe('/');
    rememberReturn('/compress');
    window.history.replaceState(null, '', loginAddress('~mark'));
    adoptReturn();
    expect([window.location.hash, takeReturn()], 'the mark of a toast stays').toEqual([
      '#~mark',
      '/compress',
    ]);
    rememberReturn('/compress');
    window.history.replaceState(null, '', '/login#main');
    adoptReturn();
    expect(takeReturn(), 'a place on the page').toBe('/compress');
  });
});

describe('the guard', () => {
  const guarded = () =>
    render(
      <RouterProvider
        router={createMemoryRouter(
          [
            {
              path: '/dashboard',
              element: <Guard fallback={<p>Loading...</p>}>{(token) => <p>{token}</p>}</Guard>,
            },
          ],
          { initialEntries: ['/dashboard'] },
        )}
      />,
    );

  test('remembers the page and shows the fallback to signed-out visitors', async () => {
    guarded();
    expect(screen.getByText('Loading...')).toBeTruthy();
    await waitFor(() => expect(sessionStorage.getItem(REDIRECT_KEY)).toBe('/dashboard'));
  });

  test('gives the token to what it guards', () => {
    signIn('token');
    guarded();
    expect(screen.getByText('token')).toBeTruthy();
    expect(sessionStorage.getItem(REDIRECT_KEY)).toBeNull();
  });
});

describe('signing in', () => {
  test('trades a credential for a token', async () => {
    const requests = answerFetch({
      'POST /dev/identity': () => Response.json({ credential: 'credential' }),
      'POST /api/auth/google': () => Response.json({ token: 'token' }),
    });
    expect(await tokenFor(await demoCredential())).toBe('token');
    expect(requests[1]?.body).toBe(JSON.stringify({ credential: 'credential' }));
  });

  test.each([
    ['an answer without a token', () => Response.json({})],
    ['a refusal', () => new Response(null, { status: 401 })],
  ])('fails with %s', async (_what, answer) => {
    answerFetch({ 'POST /api/auth/google': answer, 'POST /dev/identity': answer });
    await expect(tokenFor('credential')).rejects.toMatchObject({ name: 'SignInFailed' });
    await expect(demoCredential()).rejects.toMatchObject({ name: 'SignInFailed' });
  });
});

describe('the profile', () => {
  const client = () => new QueryClient();

  test('is read with the token, whether wrapped or not', async () => {
    const user = { name: 'Ama', email: 'ama@example.com' };
    for (const body of [{ user }, user]) {
      const requests = answerFetch({ 'GET /api/protected/dashboard': () => Response.json(body) });
      expect(await client().fetchQuery(profileQuery('token'))).toEqual(user);
      expect(requests[0]?.headers.get('Authorization')).toBe('Bearer token');
    }
  });

  test('is asked for again when the server failed, not when it refused the token', async () => {
    answerFetch({ 'GET /api/protected/dashboard': () => new Response(null, { status: 403 }) });
    const { retry } = profileQuery('token');
    const refused = await client()
      .fetchQuery({ ...profileQuery('token'), retry: false })
      .catch((error: Error) => error);
    const again = retry as (count: number, error: Error) => boolean;
    expect(again(0, refused as Error)).toBe(false);
    const failed = Object.assign(refused as Error & { status: number }, { status: 503 });
    expect([again(2, failed), again(3, failed)]).toEqual([true, false]);
    expect(again(0, new TypeError('Failed to fetch'))).toBe(true);
  });
});

describe('the Google button', () => {
  test('is drawn by its script, in the colours of the page, and hands over the credential', () => {
    matchingMedia.add('(prefers-color-scheme: dark)');
    const heard: (string | null)[] = [];
    render(
      <GoogleButton
        clientId="client"
        onCredential={(credential) => heard.push(credential)}
        onFailure={() => heard.push(null)}
      />,
    );
    const script = document.querySelector<HTMLScriptElement>('script[src^="https://accounts.google.com"]');
    let callback: (answer: { credential?: string }) => void = () => {};
    let drawn: Record<string, string | number> = {};
    window.google = {
      accounts: {
        id: {
          initialize: (options) => (callback = options.callback),
          renderButton: (_parent, options) => (drawn = options),
        },
      },
    };
    script?.dispatchEvent(new Event('load'));
    expect(drawn.theme).toBe('filled_black');
    callback({ credential: 'credential' });
    callback({});
    expect(heard).toEqual(['credential', null]);
    cleanup();

    matchingMedia.clear();
    render(<GoogleButton clientId="client" onCredential={() => undefined} onFailure={() => undefined} />);
    expect(drawn.theme).toBe('outline');
    expect(document.querySelectorAll('script[src^="https://accounts.google.com"]')).toHaveLength(1);
    delete window.google;
  });
});
