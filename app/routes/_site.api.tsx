import { ArrowUpRight } from '~/components/ui/late-icons.tsx';
import { listOfKinds } from '#engine/api/kinds.ts';
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CallReference, Fields, ObjectReference } from '~/components/api/call-reference.tsx';
import { CodeListing } from '~/components/api/code-listing.tsx';
import { EndpointSection } from '~/components/api/endpoint-section.tsx';
import { ErrorList } from '~/components/api/error-list.tsx';
import { SampleTabs } from '~/components/api/sample-tabs.tsx';
import { Frame, Section } from '~/components/api/section.tsx';
import { TryCompress } from '~/components/api/try-compress.tsx';
import { ContentsList, FoldedContentsList } from '~/components/article/contents-list.tsx';
import { mdxComponents } from '~/components/article/mdx-components.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { endpoints } from '~/content/api/endpoints.ts';
import { brand } from '~/content/brand.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';
import jetbrainsMono from '~/fonts/jetbrains-mono.woff2?url';
import { preloadFont } from '~/fonts/preload-font.ts';
import { describedErrors, tryChoices } from '~/services/api-errors.server.ts';
import { apiReference } from '~/services/api-reference.server.ts';
import { sampleCalled } from '~/services/api-samples.server.ts';
import Changelog from '../../docs/api-changelog.md';
import Production from '../../docs/api-production.md';

/** Begins where other pages begin, and takes what the window has to the right of them. */
const FROM_THE_PAGES_EDGE =
  'pr-5 pl-[max(1.25rem,calc(50%-35rem))] md:pr-6 md:pl-[max(1.5rem,calc(50%-35rem))] max-w-none 2xl:pr-[max(1.5rem,calc(50%-45rem))]';

const SAMPLES = [
  ...Object.values(endpoints).flatMap(({ samples }) => samples.map(([name]) => name)),
  'retry',
];

const CONTENTS = [
  { id: 'five-minutes', text: 'In five minutes' },
  ...Object.values(endpoints).map(({ id, title }) => ({ id, text: title })),
  { id: 'production', text: 'In production' },
  { id: 'calls', text: 'Every call' },
  { id: 'headers', text: 'Every header' },
  { id: 'errors', text: 'Every error' },
  { id: 'versions', text: 'Versions and changes' },
];

/** Its listings are most of the page. */
export const links: LinksFunction = () => [preloadFont(jetbrainsMono)];

export async function loader({ context }: LoaderFunctionArgs) {
  return {
    reference: apiReference(await context.apiDescription()),
    errors: describedErrors(),
    choices: tryChoices(),
    samples: Object.fromEntries(SAMPLES.map((name) => [name, sampleCalled(name)])),
  };
}

export default function ApiRoute() {
  const { reference, errors, choices, samples } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${brand.name} API`}
        lead="Send a file, get a smaller one back. Everything the website does, by API."
      >
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={brand.links.apiAccess} target="_blank" rel="noopener noreferrer" size="lg">
            Get API Access
            <ArrowUpRight aria-hidden />
            <span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
          <p className="max-w-md text-sm text-quiet">
            Compressing needs no key. Need higher limits? Request access.
          </p>
        </div>
      </PageHeader>
      <div
        className={`${FROM_THE_PAGES_EDGE} pb-12 min-[1180px]:grid min-[1180px]:grid-cols-[minmax(0,1fr)_11rem] min-[1180px]:gap-12`}
      >
        <div className="min-w-0">
          <FoldedContentsList entries={CONTENTS} />
          <FiveMinutes />
          <EndpointSection endpoint={endpoints.compress} samples={samples}>
            <TryCompress {...choices} />
          </EndpointSection>
          <EndpointSection endpoint={endpoints.batch} samples={samples} />
          <EndpointSection endpoint={endpoints.jobs} samples={samples} />
          <EndpointSection endpoint={endpoints.auth} samples={samples} />
          <EndpointSection endpoint={endpoints.profile} samples={samples} />
          <EndpointSection endpoint={endpoints.share} samples={samples} />
          <Section
            id="production"
            title="In production"
            aside={
              <Frame title="With retries and an Idempotency-Key">
                <SampleTabs id="sample-retry" title="In production" sample={samples['retry']!} />
              </Frame>
            }
          >
            <div className="prose mt-4">
              <Production components={mdxComponents} />
            </div>
          </Section>
          <Section id="calls" title="Every call">
            <p className="mt-3 max-w-[60ch]">
              <TextLink href="/api/openapi.json">The OpenAPI document</TextLink> describes each of them for
              programs, and makes a client in your language. This list is made from it.
            </p>
            <CallReference calls={reference.calls} />
            <h3 className="mt-10 text-xl">Objects</h3>
            <ObjectReference objects={reference.objects} />
          </Section>
          <Section id="headers" title="Every header">
            <p className="mt-3 max-w-[60ch]">Of answers. Each call lists the ones it sends.</p>
            <Fields fields={reference.headers} />
          </Section>
          <Section id="errors" title="Every error">
            <p className="mt-3 max-w-[60ch]">
              Every error is JSON with three fields: <code>error</code> for people, <code>code</code> for
              programs, and <code>requestId</code> for us, if you contact us. When trying again helps,{' '}
              <code>Retry-After</code> says when. The text may be more specific than the one here.
            </p>
            <ErrorList errors={errors} />
          </Section>
          <Section id="versions" title="Versions and changes">
            <p className="mt-3">
              This installation answers by version <code>{reference.version}</code>.
            </p>
            <div className="prose mt-4">
              <Changelog components={mdxComponents} />
            </div>
          </Section>
        </div>
        <ContentsList entries={CONTENTS} />
      </div>
    </>
  );
}

function FiveMinutes() {
  return (
    <Section
      id="five-minutes"
      title="In five minutes"
      aside={
        <>
          <Frame title="1. One command">
            <CodeListing label="One command" code={ONE_COMMAND} copyable />
          </Frame>
          <Frame title="2. Look at what was done">
            <CodeListing label="The report" code={REPORT} copyable />
          </Frame>
          <Frame title="3. The client for JavaScript and TypeScript">
            <CodeListing label="The client" code={CLIENT} copyable />
          </Frame>
        </>
      }
    >
      <ol className="mt-4 max-w-[60ch] list-decimal space-y-4 pl-5">
        <li>
          Send a file. There is nothing to sign up for and nothing to install. With <code>-f</code> an error
          is not saved as the image.
        </li>
        <li>
          The header <code>Link</code> of the answer names the job. Its report says what was changed, what was
          not, and why.
        </li>
        <li>
          In JavaScript and TypeScript the client does the rest: retries, progress, large files over poor
          connections, errors with types. <code>npm run pack:cli</code> makes its package. For every other
          language the samples below are whole programs; copy one and run it.
        </li>
        <li>
          <TextLink href="#try-file">Try it here</TextLink> with a file of your own, then read{' '}
          <TextLink href="#production">what a program in production needs</TextLink>.
        </li>
      </ol>
    </Section>
  );
}

function TextLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} className="text-primary underline underline-offset-4">
      {children}
    </a>
  );
}

const ONE_COMMAND = 'curl -f -F file=@photo.jpg -o photo-small.jpg http://localhost:3000/api/compress';

const REPORT = `job=$(curl -fsS -F file=@photo.jpg -o photo-small.jpg \\
  -w '%header{x-job-id}' http://localhost:3000/api/compress)
curl -fsS http://localhost:3000/api/jobs/$job`;

const CLIENT = `npm install ./featherpress-0.1.0.tgz

import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });
const result = await featherpress.compress(file, { preset: 'small' });
const smaller = await result.blob();`;

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: `${brand.name} API`,
      description: `Compress ${listOfKinds('and')} files from your own program. Every call, samples in five languages, and a live try-out.`,
      path: '/api',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'API', path: '/api' }])],
    },
    args,
  );
