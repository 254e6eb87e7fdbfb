import type { ReactNode } from 'react';
import type { Endpoint } from '~/content/api-endpoints.ts';
import { CodeBlock } from './code-block.tsx';
import { SampleTabs } from './sample-tabs.tsx';

export interface EndpointSectionProps {
  readonly endpoint: Endpoint;
  readonly origin: string;
  readonly children?: ReactNode;
}

/** One endpoint: prose on the left, request and answer on the right from 1024 px up. */
export function EndpointSection({ endpoint, origin, children }: EndpointSectionProps) {
  const { id, method, path, title, text, parameters, errors, samples, answer } = endpoint;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 gap-x-14 gap-y-8 border-t border-hairline py-14 lg:grid-cols-[1fr_1.1fr]"
    >
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="text-2xl md:text-3xl">
          {title}
        </h2>
        <p className="mt-3 font-mono text-sm break-all">
          <span className="mr-2 rounded-sm bg-primary-wash px-2 py-1 font-semibold text-primary">
            {method}
          </span>
          {path}
        </p>
        <p className="mt-4 max-w-[60ch]">{text}</p>
        <h3 className="mt-7 text-lg">Parameters</h3>
        <dl className="mt-2 border-t border-hairline">
          {parameters.map(([name, type, meaning]) => (
            <div key={name} className="grid gap-x-4 border-b border-hairline py-2.5 sm:grid-cols-[9rem_1fr]">
              <dt>
                <code className="font-semibold">{name}</code>
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
      </div>
      <div className="min-w-0 self-start lg:sticky lg:top-24">
        <div className="overflow-hidden rounded-card border border-hairline bg-sunk">
          <SampleTabs id={id} title={title} samples={samples(origin)} />
          <p className="border-t border-hairline bg-raised px-4 py-2 text-sm font-medium text-quiet">
            Answer
          </p>
          <CodeBlock label={`Answer of ${path}`} code={answer} />
        </div>
        {children}
      </div>
    </section>
  );
}
