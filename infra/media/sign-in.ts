import type { BrowserContext } from '@playwright/test';

/**
 * Signs a visitor in at the demo identity provider of a running site, for every page of the context; without the offer to
 * install the app, which would lie over what is to be shown.
 */
export async function signIn(context: BrowserContext, base: string): Promise<void> {
  const identity = await context.request.post(`${base}/dev/identity`, {
    data: { email: 'ama@example.com', name: 'Ama Mensah' },
  });
  const answer = await context.request.post(`${base}/api/auth/google`, { data: await identity.json() });
  const { token } = (await answer.json()) as { token: string };
  await context.addInitScript((jwt) => {
    localStorage.setItem('jwt', jwt);
    sessionStorage.setItem('installBannerDismissed', 'yes');
  }, token);
}
