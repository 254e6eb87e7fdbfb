import type { ContentsEntry } from '~/content/article.ts';

/** The list of sections beside a long text, from 1180 px up; below that the text stands alone. */
export function ContentsList({ entries }: { readonly entries: readonly ContentsEntry[] }) {
  return (
    <nav aria-label="On this page" className="hidden min-[1180px]:block">
      <div className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto">
        <p className="text-sm font-semibold">On this page</p>
        <ul className="mt-3 border-l border-hairline text-sm">
          {entries.map((entry) => (
            <li key={entry.id}>
              <a
                href={`#${entry.id}`}
                className="-ml-px block border-l border-transparent py-1.5 pl-4 text-quiet transition-colors duration-150 hover:border-primary hover:text-ink"
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
