import { ChevronDown } from 'lucide-react';
import type { ContentsEntry } from '~/content/article.ts';

interface ContentsListProps {
  readonly entries: readonly ContentsEntry[];
}

/** The sections of a long text, beside it from 1180 px up. */
export function ContentsList({ entries }: ContentsListProps) {
  return (
    <nav aria-label="On this page" data-contents className="hidden min-[1180px]:block">
      <div className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto">
        <p className="text-sm font-semibold">On this page</p>
        <ul className="mt-3 border-l border-hairline text-sm">
          {entries.map((entry) => (
            <li key={entry.id}>
              <a
                href={`#${entry.id}`}
                className="-ml-px block border-l border-transparent py-1.5 pl-4 text-quiet transition-colors duration-150 hover:border-primary hover:text-ink aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {entry.text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** The same list above the text on narrower screens, folded until it is opened; works without scripts. */
export function FoldedContentsList({ entries }: ContentsListProps) {
  return (
    <nav aria-label="On this page" className="mb-8 min-[1180px]:hidden">
      <details className="group rounded-card border border-hairline bg-raised">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 px-4 font-semibold [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown
            aria-hidden
            className="size-5 text-quiet transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <ul className="border-t border-hairline py-2">
          {entries.map((entry) => (
            <li key={entry.id}>
              <a
                href={`#${entry.id}`}
                className="flex min-h-11 items-center px-4 text-quiet hover:bg-sunk hover:text-ink"
              >
                {entry.text}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
