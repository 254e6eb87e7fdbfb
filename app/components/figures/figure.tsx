import type { ReactNode } from 'react';

interface FigureProps {
  readonly title: string;
  readonly caption: string;
  readonly children: ReactNode;
}

/** A chart with its title above and what was measured below. */
export function Figure({ title, caption, children }: FigureProps) {
  return (
    <figure className="my-8! rounded-card border border-hairline bg-raised p-5 md:p-6">
      <p className="font-display text-lg font-semibold tracking-tight">{title}</p>
      <div className="mt-4">{children}</div>
      <figcaption className="mt-4 text-sm text-quiet">{caption}</figcaption>
    </figure>
  );
}
