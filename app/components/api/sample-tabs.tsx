import { LANGUAGES, type Sample } from '~/content/api/languages.ts';
import { CodeListing } from './code-listing.tsx';

interface SampleTabsProps {
  readonly id: string;
  readonly title: string;
  readonly sample: Sample;
}

/**
 * One request in every language. The choice holds for the whole page and is remembered, arrow keys move between tabs:
 * app/enhancements/sample-tabs.ts. Without scripts all are shown, one below the other.
 */
export function SampleTabs({ id, title, sample }: SampleTabsProps) {
  return (
    <div data-samples className="[&>[role=tabpanel]]:border-t [&>[role=tabpanel]]:border-hairline">
      <div
        role="tablist"
        aria-label={`Language of the sample: ${title}`}
        className="scroller mr-13 flex gap-1 px-2 scriptless:hidden"
      >
        {LANGUAGES.map(({ folder, label }, index) => (
          <button
            key={folder}
            type="button"
            role="tab"
            id={`${id}-tab-${folder}`}
            data-language={folder}
            aria-selected={index === 0}
            aria-controls={`${id}-${folder}`}
            tabIndex={index === 0 ? 0 : -1}
            className="min-h-12 min-w-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-quiet transition-colors duration-150 hover:text-ink aria-selected:border-primary aria-selected:text-ink"
          >
            {label}
          </button>
        ))}
      </div>
      {LANGUAGES.map(({ folder, label }, index) => (
        <div
          key={folder}
          role="tabpanel"
          id={`${id}-${folder}`}
          data-language={folder}
          data-shown={index === 0 ? '' : undefined}
          aria-labelledby={`${id}-tab-${folder}`}
          className="not-data-shown:hidden scriptless:block! scriptless:pt-12"
        >
          <CodeListing label={`${title}, ${label}`} code={sample[folder]} copyable />
        </div>
      ))}
    </div>
  );
}
