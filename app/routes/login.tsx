import type { MetaFunction } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Feather } from '~/components/site/feather.tsx';
import { Button } from '~/components/ui/button.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { everythingForgotten } from '~/compressor/kept/forget-files.ts';
import { brand } from '~/content/brand.ts';
import type { PublicConfig } from '~/load-context.ts';
import type { PageHandle } from '~/page-handle.ts';
import { GoogleButton } from '~/session/google-button.tsx';
import { showNoticeOfLastPage } from '~/session/next-page-notice.ts';
import { adoptReturn, signIn, takeReturn } from '~/session/session.ts';
import { demoCredential, tokenFor } from '~/session/sign-in.ts';
import { useSession } from '~/session/use-session.ts';

/** Between the token and the way back. */
const REDIRECT_DELAY_MS = 100;
const FAILURE = 'Google login failed';

export const handle: PageHandle = { interactive: true };

export const meta: MetaFunction = () => [
  { title: `Sign in | ${brand.name}` },
  { name: 'description', content: `Sign in to ${brand.name} to download and share your compressed files.` },
  { name: 'robots', content: 'noindex' },
];

export default function LoginRoute() {
  const config = useRouteLoaderData('root') as PublicConfig | undefined;
  const { alive, busy, enter, fail } = useLogin();

  return (
    <main id="main" className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center px-5 py-12">
      <div className="w-full max-w-105 text-center">
        <a
          href="/"
          aria-label={`${brand.name}, home`}
          className="inline-block animate-settle rounded-card p-2"
          data-testid="login-logo"
        >
          <Feather className="size-18" />
        </a>
        <h1 className="mt-5 text-3xl">Sign in to {brand.name}</h1>
        <p className="mx-auto mt-3 max-w-sm text-quiet">
          Fast, secure, high-quality compression for images, PDFs and PPTX.
        </p>
        <div className="mt-8 grid min-h-13 grid-cols-[minmax(0,1fr)] place-items-center scriptless:hidden">
          {config?.googleClientId ? (
            <GoogleButton
              clientId={config.googleClientId}
              onCredential={(credential) => enter(async () => credential)}
              onFailure={fail}
            />
          ) : config?.demoSignIn ? (
            <Button
              size="lg"
              className="w-full"
              disabled={!alive || busy}
              onClick={() => enter(demoCredential)}
            >
              {busy && <Spinner className="text-current" />}
              Continue with a demo account
            </Button>
          ) : (
            <p className="text-quiet">Sign-in is not set up on this server.</p>
          )}
        </div>
        <p className="mt-8 hidden font-semibold scriptless:block">
          Signing in needs JavaScript. Please switch it on for this site and reload the page.
        </p>
        <p className="mt-5 text-sm text-quiet" aria-live="polite">
          {busy
            ? 'One moment. You are being redirected.'
            : 'After Google authentication, please wait a moment to be redirected.'}
        </p>
        <p className="mt-10 border-t border-hairline pt-5 text-sm text-quiet">
          By signing in you accept the{' '}
          <a href="/terms" className="underline underline-offset-4 hover:text-ink">
            Terms of Service
          </a>{' '}
          and the{' '}
          <a href="/privacy" className="underline underline-offset-4 hover:text-ink">
            Privacy Policy
          </a>
          .
        </p>
      </div>
    </main>
  );
}

/** Signs in and returns to where the visitor came from; a signed-in visitor is sent home at once. */
function useLogin() {
  const { status } = useSession();
  const [busy, setBusy] = useState(false);
  const entering = useRef(false);

  useEffect(adoptReturn, []);
  useEffect(showNoticeOfLastPage, []);
  useEffect(() => {
    if (status === 'signed-in' && !entering.current) window.location.replace('/');
  }, [status]);

  const fail = () => {
    entering.current = false;
    setBusy(false);
    window.alert(FAILURE);
  };
  const enter = (getCredential: () => Promise<string>) => {
    entering.current = true;
    setBusy(true);
    getCredential()
      .then(tokenFor)
      .then(async (token) => {
        signIn(token);
        await everythingForgotten();
        setTimeout(() => window.location.replace(takeReturn()), REDIRECT_DELAY_MS);
      })
      .catch(fail);
  };
  // Until the page is alive a press would be lost.
  return { alive: status !== 'unknown', busy, enter, fail };
}
