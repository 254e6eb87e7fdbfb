import { Fragment } from 'react';
import { Check, Copy } from '~/components/ui/late-icons.tsx';
import { SAMPLE_ORIGIN } from '~/content/api/languages.ts';

interface CodeListingProps {
  /** What the listing shows, for people who do not see it. */
  readonly label: string;
  readonly code: string;
  readonly copyable?: boolean;
}

/** A listing that scrolls on its own, with a button to copy it in the line above; app/enhancements/copy-buttons.ts gives it its function. */
export function CodeListing({ label, code, copyable = false }: CodeListingProps) {
  return (
    <div className="group/listing relative" data-listing>
      {/* A region that scrolls must be reachable by keyboard. */}
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={label}
        className="scroller max-h-[32rem] overflow-y-auto px-4 py-4 text-sm leading-6 [font-variant-ligatures:none]"
      >
        <code>
          <WithOrigin code={code} />
        </code>
      </pre>
      {copyable && (
        <>
          <button
            type="button"
            data-copy
            aria-label={`Copy: ${label}`}
            className="absolute right-0.5 bottom-full mb-0.5 grid size-11 place-items-center rounded-control text-quiet transition-colors duration-150 hover:bg-hairline hover:text-ink scriptless:hidden [&_svg]:size-4.5"
          >
            <Copy aria-hidden className="group-data-[copied]/listing:hidden" />
            <Check aria-hidden className="hidden text-success group-data-[copied]/listing:block" />
          </button>
          <span role="status" className="sr-only" />
        </>
      )}
    </div>
  );
}

/** The samples' own address is replaced in the browser by the one that the page came from. */
function WithOrigin({ code }: { readonly code: string }) {
  return code.split(SAMPLE_ORIGIN).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span data-origin>{SAMPLE_ORIGIN}</span>}
      {part}
    </Fragment>
  ));
}
