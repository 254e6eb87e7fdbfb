import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useRef, type ReactNode } from 'react';
import { Button } from '~/components/ui/button.tsx';
import { dayOf, moment } from '~/components/ui/moment.ts';
import { Spinner } from '~/components/ui/spinner.tsx';
import { useKeptFocus } from '~/components/ui/use-kept-focus.ts';

interface SectionProps {
  readonly heading: string;
  readonly lead?: ReactNode;
  /** The one thing to do here, beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the dashboard. */
export function Section({ heading, lead, action, children }: SectionProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const keptFocus = useKeptFocus(() => title.current);
  return (
    <section aria-labelledby={id} className="mt-14" {...keptFocus}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} ref={title} tabIndex={-1} className="text-2xl">
          {heading}
        </h2>
        {action}
      </div>
      {lead && <p className="mt-1 max-w-prose text-quiet">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

interface FetchedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is loaded, as in "your links". */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

/** What a section shows once it is there; until then that it is on its way, or why not. */
export function Fetched<T>({ query, what, children }: FetchedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError)
    return (
      <p role="status" className="flex min-h-14 items-center gap-3 text-quiet">
        <Spinner /> Loading {what}…
      </p>
    );
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>We could not load {what}.</p>
      <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}

/** Words in place of a list that has nothing in it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-card bg-sunk p-5 text-quiet ring-1 ring-hairline ring-inset">{children}</p>;
}

/** A time as people say it. */
export function Time({ at, precise = false }: { readonly at: string; readonly precise?: boolean }) {
  return <time dateTime={at}>{precise ? moment(at) : dayOf(at)}</time>;
}
