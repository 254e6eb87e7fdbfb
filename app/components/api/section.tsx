import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** What stands on the right from 1024 px up. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One thought of the page: prose on the left, request and answer on the right. Without the latter it is as wide as both. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`scroll-mt-24 border-t border-hairline py-14 ${aside ? 'grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.15fr]' : ''}`}
    >
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="text-2xl md:text-3xl">
          {title}
        </h2>
        {children}
      </div>
      {aside && <div className="min-w-0 space-y-6 self-start lg:sticky lg:top-24">{aside}</div>}
    </section>
  );
}

/** The frame around listings. */
export function Frame({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-card border border-hairline bg-sunk">
      {title !== undefined && (
        <p className="flex min-h-12 items-center border-b border-hairline bg-raised pr-14 pl-4 text-sm font-medium text-quiet">
          {title}
        </p>
      )}
      {children}
    </div>
  );
}
