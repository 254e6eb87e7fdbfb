import type { MDXComponents } from 'mdx/types';
import type { ComponentProps } from 'react';
import { BarChart } from '../figures/bar-chart.tsx';
import { WeightChart } from '../figures/weight-chart.tsx';

/** What articles may use, and how their links, tables and listings are shown. */
export const mdxComponents: MDXComponents = {
  a: ArticleLink,
  table: ScrollingTable,
  pre: ScrollingListing,
  BarChart,
  WeightChart,
};

function ArticleLink({ href = '', children, ...props }: ComponentProps<'a'>) {
  if (href.startsWith('/')) return <a href={href}>{children}</a>;
  if (href.startsWith('#')) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...props}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

// A region that scrolls must be reachable by keyboard, hence the tab stops.
/* eslint-disable jsx-a11y/no-noninteractive-tabindex */
function ScrollingTable(props: ComponentProps<'table'>) {
  return (
    <div className="scroller" role="group" tabIndex={0} aria-label="Table">
      <table {...props} />
    </div>
  );
}

function ScrollingListing({ children, ...props }: ComponentProps<'pre'>) {
  return (
    <pre tabIndex={0} {...props}>
      {children}
    </pre>
  );
}
