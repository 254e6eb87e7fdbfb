import { useQuery } from '@tanstack/react-query';
import type { UsageAnswer } from '#platform/contracts/api/answers.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { reductionPercent } from '~/compressor/results/reduction-percent.ts';
import { accountCall, retryUnlessRefused } from '~/session/account-call.ts';
import { Fetched, Section } from './section.tsx';

const COUNT = new Intl.NumberFormat('en');

/** What was compressed this month and today. Counts alone: no file is named or kept for it. */
export function UsageSection({ token }: { readonly token: string }) {
  const query = useQuery({
    queryKey: ['usage', token],
    queryFn: ({ signal }) => accountCall<UsageAnswer>(token, 'GET', '/api/usage', { signal }),
    retry: retryUnlessRefused,
  });
  return (
    <Section
      heading="This month"
      lead="Counts work done while signed in or with your API keys, not what you compressed before signing in. No file names are kept."
    >
      <Fetched query={query} what="your numbers">
        {({ files, sourceBytes, savedBytes, today }) => (
          <dl className="grid gap-px overflow-hidden rounded-card border border-hairline bg-hairline sm:grid-cols-3">
            <Figure
              name="Files compressed"
              value={COUNT.format(files)}
              note={files === 0 ? '' : `${formatBytes(sourceBytes)} in all`}
            />
            <Figure
              name="Saved"
              value={formatBytes(savedBytes)}
              note={
                files === 0
                  ? ''
                  : `${reductionPercent(sourceBytes, sourceBytes - savedBytes)}% of what was sent`
              }
            />
            <Figure
              name="Sent today"
              value={COUNT.format(today.files)}
              note={
                today.filesPerDay === null
                  ? 'There is no daily limit.'
                  : `${COUNT.format(Math.max(0, today.filesPerDay - today.files))} left until midnight UTC`
              }
            />
          </dl>
        )}
      </Fetched>
    </Section>
  );
}

function Figure(props: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <div className="bg-raised p-5">
      <dt className="text-sm font-semibold text-quiet">{props.name}</dt>
      <dd className="figures mt-1 font-display text-3xl font-bold tracking-tight">{props.value}</dd>
      {props.note && <dd className="mt-1 text-sm text-quiet">{props.note}</dd>}
    </div>
  );
}
