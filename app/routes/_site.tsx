import { Outlet } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorPage } from '~/components/site/error-page.tsx';
import { Footer } from '~/components/site/footer.tsx';
import { Header } from '~/components/site/header.tsx';
import { InstallBanner } from '~/components/site/install-banner.tsx';

/** The layout of every page but the login. */
export default function SiteLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-ink px-4 py-2 text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Header />
      <InstallBanner />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
