import { ChevronDown } from '~/components/ui/late-icons.tsx';
import type { ContentsEntry } from '~/content/article.ts';

interface ContentsListProps {
  readonly entries: readonly ContentsEntry[];
}

/** The sections of a long text, beside it from 1180 px up; `app/enhancements/reading-place.ts` marks the current one. */
export function ContentsList({ entries }: ContentsListProps) {
  return (
    <nav aria-label="On this page" data-reading-place className="hidden min-[1180px]:block">
      <div className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto">
        <p className="text-sm font-semibold">On this page</p>
        <ul className="mt-3 border-l border-hairline text-sm">
          {entries.map((entry) => (
            <li key={entry.id}>
              <a
                href={`#${entry.id}`}
                className="-ml-px block border-l-2 border-transparent py-1.5 pl-4 text-quiet transition-colors duration-150 hover:border-primary hover:text-ink aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-ink pointer-coarse:py-3"
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

/** The list of sections on narrower screens: it stays under the header, folded, and says where one is; opens without scripts. */
export function FoldedContentsList({ entries }: ContentsListProps) {
  return (
    <nav
      aria-label="On this page"
      data-reading-place
      className="sticky top-18 z-20 mb-8 min-[1180px]:hidden scriptless:static"
    >
      <details className="group rounded-card border border-hairline bg-raised open:shadow-float">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 px-4 [&::-webkit-details-marker]:hidden">
          <span className="shrink-0 font-semibold">On this page</span>
          <span data-place aria-hidden className="min-w-0 flex-1 truncate text-right text-sm text-quiet" />
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-quiet transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <ul className="max-h-[calc(100dvh-12rem)] overflow-y-auto border-t border-hairline py-2">
          {entries.map((entry) => (
            <li key={entry.id}>
              <a
                href={`#${entry.id}`}
                className="flex min-h-11 items-center border-l-2 border-transparent px-4 text-quiet hover:bg-sunk hover:text-ink aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-ink"
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
