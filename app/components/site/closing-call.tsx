import type { ReactNode } from 'react';

interface ClosingCallProps {
  readonly title: string;
  readonly lead: string;
  /** Where to go from here: a button. */
  readonly children: ReactNode;
}

/** The last words of a page, and what to do next. */
export function ClosingCall({ title, lead, children }: ClosingCallProps) {
  return (
    <section className="border-t border-hairline">
      <div className="page flex flex-wrap items-center justify-between gap-6 py-12">
        <div>
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-2 text-quiet">{lead}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
