import type { MetaFunction } from '@remix-run/node';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ArrowRight } from '~/components/ui/late-icons.tsx';
import { DeliveriesSection } from '~/components/dashboard/deliveries-section.tsx';
import { KeysSection } from '~/components/dashboard/keys-section.tsx';
import { LinksSection } from '~/components/dashboard/links-section.tsx';
import { SessionsSection } from '~/components/dashboard/sessions-section.tsx';
import { UsageSection } from '~/components/dashboard/usage-section.tsx';
import { Portrait } from '~/components/site/portrait.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { brand } from '~/content/brand.ts';
import type { PageHandle } from '~/page-handle.ts';
import { DataProvider } from '~/session/data-provider.tsx';
import { goToLogin } from '~/session/go-to-login.ts';
import { Guard } from '~/session/guard.tsx';
import { profileQuery, type Profile } from '~/session/profile.ts';
import { endSession } from '~/session/session.ts';

export const handle: PageHandle = { interactive: true };

export const meta: MetaFunction = () => [
  { title: `Dashboard | ${brand.name}` },
  { name: 'robots', content: 'noindex' },
];

const NEXT_STEPS = [
  { to: '/compress', title: 'Compress files', text: 'Up to 10 at a time, 200 MB each.' },
  { to: '/api', title: 'Use the API', text: 'The same compressor, from your own programs.' },
  {
    to: '/file-compression-education',
    title: 'Learn how it works',
    text: 'What compression does, and what it costs.',
  },
] as const;

export default function DashboardRoute() {
  return (
    <div id="hero" className="page section">
      <DataProvider>
        <Guard fallback={<Loading />}>{(token) => <Dashboard token={token} />}</Guard>
      </DataProvider>
    </div>
  );
}

function Dashboard({ token }: { readonly token: string }) {
  const { data, isError } = useQuery(profileQuery(token));

  useEffect(() => {
    if (!isError) return;
    // A token that the server does not take is no session; kept, it would send the visitor home from the login.
    endSession(token);
    goToLogin('replace');
  }, [isError, token]);

  return data ? <Welcome profile={data} token={token} /> : <Loading />;
}

function Welcome({ profile, token }: { readonly profile: Profile; readonly token: string }) {
  return (
    <div className="animate-fade">
      <div className="flex flex-wrap items-center gap-6">
        <Portrait name={profile.name} picture={profile.picture} />
        <div className="min-w-0">
          <h1 className="text-3xl md:text-4xl">Welcome {profile.name}</h1>
          <p className="mt-1 text-lg break-words text-quiet">{profile.email}</p>
        </div>
      </div>
      <p className="mt-8 max-w-prose text-lg">
        You can download your results, take them all in one zip, and share them by link.
      </p>
      <ButtonLink href="/compress" size="lg" className="mt-6">
        Start Compressing
      </ButtonLink>
      <UsageSection token={token} />
      <LinksSection token={token} />
      <KeysSection token={token} />
      <DeliveriesSection token={token} />
      <SessionsSection token={token} />
      <h2 className="mt-14 text-2xl">Next steps</h2>
      <ul className="mt-4 divide-y divide-hairline border-y border-hairline">
        {NEXT_STEPS.map((step) => (
          <li key={step.to}>
            <a href={step.to} className="group flex items-center gap-4 py-4">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold group-hover:text-primary">{step.title}</span>
                <span className="block text-quiet">{step.text}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="size-5 text-quiet transition-transform duration-150 group-hover:translate-x-1"
              />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Loading() {
  return (
    <p role="status" className="flex min-h-60 items-center gap-3 text-lg text-quiet">
      <Spinner />
      <span className="scriptless:hidden">Loading...</span>
      <span className="hidden scriptless:inline">The dashboard needs JavaScript.</span>
    </p>
  );
}
