import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, useMatches, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import enhancements from 'virtual:enhancements';
import { ErrorPage } from './components/site/error-page.tsx';
import { UpdateBanner } from './components/site/update-banner.tsx';
import { ToastHost } from './components/ui/toast-host.tsx';
import { HOLD_EARLY_ACTS } from './early-acts.ts';
import { HOLD_INSTALL_PROMPT } from './enhancements/held-install-prompt.ts';
import bricolage from './fonts/bricolage-grotesque.woff2?url';
import inter from './fonts/inter.woff2?url';
import { preloadFont } from './fonts/preload-font.ts';
import type { PublicConfig } from './load-context.ts';
import { useNonce } from './nonce.tsx';
import type { PageHandle } from './page-handle.ts';
import stylesheet from './styles/app.css?url';

export const links: LinksFunction = () => [
  ...[inter, bricolage].map(preloadFont),
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.json' },
];

/** Settings that the browser may know; the same for everyone, so pages stay cacheable. */
export function loader({ context }: LoaderFunctionArgs): PublicConfig {
  return context.publicConfig ?? { demoSignIn: false };
}

/** Settings do not change while a page is open. */
export const shouldRevalidate = () => false;

/** It has run when React comes, which leaves it as it is. */
const inlineScript = import.meta.env.SSR ? `${HOLD_INSTALL_PROMPT};${HOLD_EARLY_ACTS}` : '';

/** In the browser, and while developing, every page that gets here runs React. */
const alive = typeof document !== 'undefined' || import.meta.env.DEV;

export function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = useNonce();
  const config = useRouteLoaderData<typeof loader>('root');
  const interactive = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.interactive);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131110" />
        <Meta />
        <Links />
      </head>
      <body data-analytics-id={config?.analyticsId}>
        {children}
        {interactive || alive ? (
          <>
            <script
              {...(nonce ? { nonce } : {})}
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: inlineScript }}
            />
            <Scripts {...(nonce ? { nonce } : {})} />
          </>
        ) : (
          <script type="module" src={enhancements} />
        )}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <UpdateBanner />
      <ToastHost />
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
