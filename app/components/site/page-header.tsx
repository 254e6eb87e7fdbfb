import type { ReactNode } from 'react';

interface PageHeaderProps {
  readonly title: string;
  readonly lead: string;
  readonly children?: ReactNode;
}

/** Heading and first sentence of a page. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <header id="hero" className="page pt-16 pb-8 md:pt-20 md:pb-12">
      <h1 className="max-w-[20ch] text-4xl md:text-5xl">{title}</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-quiet md:text-xl">{lead}</p>
      {children}
    </header>
  );
}
