import { classNames } from '~/components/ui/class-names.ts';
import { displayName } from '~/compressor/selection/display-name.ts';

/** A file's name, kept from changing the direction of the text around it. */
export function FileName({ name }: { readonly name: string }) {
  return <bdi className={AS_TYPED}>{displayName(name)}</bdi>;
}

/** Inter would draw the x of "2880x1800" as a multiplication sign, and "->" as an arrow. */
export const AS_TYPED = "[font-feature-settings:'cv11','calt'_0]";

/** Letters that stay at a long name's end: its extension, and what often tells two files apart. */
const TAIL_LETTERS = 8;
/** On phones a name takes its width, and its folder what is left of the line, which below 384 pixels is nothing. */
const BESIDE_FOLDER = 'min-[24rem]:max-sm:max-w-[calc(100%-1.75rem)]! max-sm:shrink-0';
/** Names up to this length have room in every row at 390 pixels. */
const SHORT_LETTERS = 12;

/**
 * The name as the heading of a row, on one line: where it has no room, letters in its middle give way. The folders it came in stand
 * above it, and on phones the last of them before it, where there is room.
 */
export function FileHeading({ name, folder = '' }: { readonly name: string; readonly folder?: string }) {
  const shown = displayName(name);
  const letters = [...shown];
  const [, outer = '', last = ''] = /^(.*\/)?([^/]+\/)$/.exec(displayName(folder)) ?? [];
  return (
    // Takes the focus when its row is drawn anew, see use-kept-focus.ts.
    <h3
      tabIndex={-1}
      className="min-w-0 font-sans text-base font-semibold tracking-normal max-sm:flex max-sm:items-baseline"
    >
      {folder !== '' && (
        <span
          className="block truncate text-xs/4 font-normal text-quiet max-sm:mr-1 max-[24rem]:sr-only"
          title={displayName(folder)}
        >
          <bdi className={AS_TYPED}>
            <span className="max-sm:sr-only">{outer}</span>
            {last}
          </bdi>
        </span>
      )}
      {letters.length <= SHORT_LETTERS ? (
        <span className={classNames('block truncate', folder !== '' && BESIDE_FOLDER)} title={shown}>
          <FileName name={name} />
        </span>
      ) : (
        <>
          <bdi className="sr-only">{shown}</bdi>
          {/* Here and not on the heading: it would be read once more as its description. As wide as its letters: of those that are
              written from the right, the rest of the line would stand before them. */}
          <bdi
            aria-hidden
            className={classNames('flex w-fit max-w-full', AS_TYPED, folder !== '' && BESIDE_FOLDER)}
            data-split-name
            title={shown}
          >
            <span className="truncate whitespace-pre">{letters.slice(0, -TAIL_LETTERS).join('')}</span>
            <span className="shrink-0 whitespace-pre">{letters.slice(-TAIL_LETTERS).join('')}</span>
          </bdi>
        </>
      )}
    </h3>
  );
}
