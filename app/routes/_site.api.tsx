import type { MetaFunction } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import { ArrowUpRight } from 'lucide-react';
import { EndpointSection } from '~/components/api/endpoint-section.tsx';
import { LanguageProvider } from '~/components/api/language.tsx';
import { TryCompress } from '~/components/api/try-compress.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { endpoints } from '~/content/api-endpoints.ts';
import { brand } from '~/content/brand.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';
import type { PageHandle } from '~/page-handle.ts';
import type { loader as rootLoader } from '~/root.tsx';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';

/** Errors that any call may answer with, in the order of their statuses. */
const commonErrors: readonly ApiErrorCode[] = [
  'too-large',
  'damaged',
  'password-protected',
  'limit-exceeded',
  'rate-limited',
  'busy',
];

export default function ApiRoute() {
  const origin = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? brand.siteUrl;
  return (
    <LanguageProvider>
      <PageHeader
        title={`${brand.name} API`}
        lead="One file in, its smaller self out. Everything the site does, your program can do."
      >
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={brand.links.apiAccess} target="_blank" rel="noopener noreferrer" size="lg">
            Get API Access
            <ArrowUpRight aria-hidden />
            <span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
          <p className="max-w-md text-sm text-quiet">
            Compressing needs no key. Ask there when you need more than the limits for everybody allow.
          </p>
        </div>
        <nav aria-label="Endpoints" className="mt-10">
          <ul className="grid gap-x-8 md:grid-cols-2">
            {endpoints.map((endpoint) => (
              <li key={endpoint.id} className="border-t border-hairline">
                <a
                  href={`#${endpoint.id}`}
                  className="flex flex-wrap items-baseline gap-x-3 py-3 hover:text-primary"
                >
                  <span className="w-12 font-mono text-sm font-semibold text-primary">{endpoint.method}</span>
                  <span className="font-mono text-sm break-all">{endpoint.path}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <div className="page pb-8">
        {endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.id} endpoint={endpoint} origin={origin}>
            {endpoint.id === 'compress' && <TryCompress />}
          </EndpointSection>
        ))}
      </div>
      <AllCalls />
      <CommonErrors />
    </LanguageProvider>
  );
}

function AllCalls() {
  return (
    <section aria-labelledby="calls" className="border-t border-hairline">
      <div className="page grid gap-x-14 gap-y-6 py-14 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <h2 id="calls" className="text-2xl md:text-3xl">
            Every call
          </h2>
          <p className="mt-3">
            <a href="/api/openapi.json">The OpenAPI document</a> describes each of them with its options,
            headers and answers, and makes a client in your language.
          </p>
        </div>
        <dl className="border-t border-edge">
          {API_OPERATION_LIST.map(({ id, method, path, answer }) => (
            <div key={id} className="grid gap-x-4 border-b border-hairline py-3 sm:grid-cols-[18rem_1fr]">
              <dt className="font-mono text-sm break-all">
                <span className="font-semibold text-primary">{method}</span> {path}
              </dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function CommonErrors() {
  return (
    <section aria-labelledby="errors" className="border-t border-hairline">
      <div className="page grid gap-x-14 gap-y-6 py-14 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <h2 id="errors" className="text-2xl md:text-3xl">
            Other answers
          </h2>
          <p className="mt-3">
            Every error is JSON with three fields: <code>error</code> for people, <code>code</code> for
            programs, and <code>requestId</code> for us, should you write. When trying again helps,{' '}
            <code>Retry-After</code> says when.
          </p>
        </div>
        <dl className="border-t border-edge">
          {commonErrors.map((code) => (
            <div
              key={code}
              className="grid grid-cols-[3.5rem_1fr] gap-x-4 border-b border-hairline py-3 sm:grid-cols-[3.5rem_12rem_1fr]"
            >
              <dt className="contents">
                <span className="figures font-mono font-semibold">{API_ERRORS[code].status}</span>
                <code>{code}</code>
              </dt>
              <dd className="max-sm:col-start-2">{API_ERRORS[code].message}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export const handle: PageHandle = { interactive: true };

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: `${brand.name} API`,
      description: `Compress PDF, PPTX, JPEG, PNG and WebP files from your own program. Every call, samples in three languages, and a live try-out.`,
      path: '/api',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'API', path: '/api' }])],
    },
    args,
  );
