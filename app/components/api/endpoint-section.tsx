import type { ReactNode } from 'react';
import type { Endpoint } from '~/content/api/endpoints.ts';
import type { Sample } from '~/content/api/languages.ts';
import { WordBreaks } from '../ui/word-breaks.tsx';
import { CodeListing } from './code-listing.tsx';
import { SampleTabs } from './sample-tabs.tsx';
import { Frame, Section } from './section.tsx';

interface EndpointSectionProps {
  readonly endpoint: Endpoint;
  readonly samples: Readonly<Record<string, Sample>>;
  readonly children?: ReactNode;
}

/** One endpoint: what it takes and how it fails on the left, request and answer on the right. */
export function EndpointSection({ endpoint, samples, children }: EndpointSectionProps) {
  const { id, method, path, title, text, parameters, errors, answer } = endpoint;
  return (
    <Section
      id={id}
      title={title}
      aside={
        <>
          {endpoint.samples.map(([name, what], index) => (
            <Frame key={name} {...(endpoint.samples.length > 1 ? { title: what } : {})}>
              <SampleTabs
                id={`sample-${name}`}
                title={index === 0 ? title : `${title}: ${what.toLowerCase()}`}
                sample={samples[name]!}
              />
            </Frame>
          ))}
          <Frame title="Answer">
            <CodeListing label={`Answer of ${path}`} code={answer} />
          </Frame>
          {children}
        </>
      }
    >
      <p className="mt-3 font-mono text-sm wrap-anywhere">
        <span className="mr-2 rounded-sm bg-primary-wash px-2 py-1 font-semibold text-primary">{method}</span>
        <span>
          <WordBreaks text={path} />
        </span>
      </p>
      <p className="mt-4 max-w-[60ch]">{text}</p>
      <h3 className="mt-7 text-lg">Parameters</h3>
      <dl className="mt-2 border-t border-hairline">
        {parameters.map(([name, type, meaning]) => (
          <div key={name} className="grid gap-x-4 border-b border-hairline py-2.5 sm:grid-cols-[9rem_1fr]">
            <dt>
              <code className="font-semibold break-words">{name}</code>
              <span className="block text-sm text-quiet">{type}</span>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-7 text-lg">Errors</h3>
      <dl className="mt-2 border-t border-hairline">
        {errors.map(([status, meaning]) => (
          <div key={status} className="flex gap-4 border-b border-hairline py-2.5">
            <dt className="figures w-12 shrink-0 font-mono font-semibold">{status}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-quiet">
        These are its own;{' '}
        <a href="#errors" className="text-primary underline underline-offset-4">
          all errors
        </a>
        , with cause and remedy.
      </p>
    </Section>
  );
}
