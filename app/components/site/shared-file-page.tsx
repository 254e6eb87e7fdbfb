import { OUTPUT_KINDS, RESULT_INFO, type ResultKind } from '#engine/api/kinds.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { displayName } from '~/compressor/selection/display-name.ts';
import { brand } from '~/content/brand.ts';
import type { SharedFile } from '~/load-context.ts';
import { KindSheet } from '../compress/kind-sheet.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { moment } from '../ui/moment.ts';
import { WordBreaks } from '../ui/word-breaks.tsx';

/** What browsers show. */
const PICTURES: readonly ResultKind[] = OUTPUT_KINDS;

/** A look at a file is not worth more. */
const MOST_LOOKED_AT_BYTES = 5 * 1024 ** 2;

interface SharedPictureProps extends Pick<SharedFile, 'kind' | 'contents' | 'bytes'> {
  readonly file: string;
}

function SharedPicture({ kind, contents, bytes, file }: SharedPictureProps) {
  if (contents.length > 0) return <Contents files={contents} />;
  if (PICTURES.includes(kind))
    return <img src={file} alt="" className="max-h-96 rounded-control object-contain checkered" />;
  const sheet = <KindSheet kind={kind} className="h-40 w-32" />;
  if (kind !== 'pdf' || bytes === null || bytes > MOST_LOOKED_AT_BYTES) return sheet;
  // As high as a page, so that nothing moves when it comes.
  return (
    <div data-first-page={`${file}?look`} className="grid min-h-96 place-items-center">
      {sheet}
    </div>
  );
}

/** What a zip holds, before it is downloaded. */
function Contents({ files }: { readonly files: SharedFile['contents'] }) {
  return (
    <div
      role="group"
      // A region that scrolls must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-96 w-full self-start overflow-y-auto"
    >
      <ul aria-label="Files in the zip" className="figures text-sm">
        {files.map(({ name, bytes }) => (
          <li key={name} className="flex justify-between gap-4 border-b border-hairline py-2 last:border-0">
            <bdi className="min-w-0 break-words">{displayName(name)}</bdi>
            <span className="shrink-0 text-quiet">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What someone gets who opens a link: what the file is and how long it stays, before anything is downloaded. */
export function SharedFilePage({ id, fileName, kind, files, bytes, ...shared }: SharedFile) {
  const { contents, expiresAt, sharedBy } = shared;
  const file = `/s/${id}/file`;
  return (
    <div className="page section grid items-center gap-10 md:grid-cols-[1fr_1.1fr]">
      <div className="grid min-h-60 place-items-center overflow-hidden rounded-card border border-hairline bg-sunk p-4">
        <SharedPicture {...{ kind, contents, bytes, file }} />
      </div>
      <div className="min-w-0">
        <p className="text-quiet">
          Shared with you
          {sharedBy !== undefined && (
            <>
              {' '}
              by <bdi className="font-medium text-ink">{displayName(sharedBy)}</bdi>
            </>
          )}
        </p>
        <h1 className="mt-1 text-3xl break-words">
          {files > 1 ? (
            `${files} files`
          ) : (
            <bdi>
              <WordBreaks text={displayName(fileName)} />
            </bdi>
          )}
        </h1>
        <p className="figures mt-3 text-lg text-quiet">
          {RESULT_INFO[kind].label} file
          {bytes !== null && `, ${formatBytes(bytes)}`}
        </p>
        <ButtonLink href={file} download size="lg" className="mt-7 max-sm:w-full">
          Download
        </ButtonLink>
        <p className="mt-4 max-w-prose text-sm text-quiet">
          {sharedBy !== undefined && 'The name is that of the sender’s account. '}The link works until{' '}
          {/* The server that draws the page knows no visitor's zone. */}
          <time dateTime={expiresAt}>{moment(expiresAt, 'UTC')}</time>; then the file is deleted. Download it
          only if you know who sent you the link.
        </p>
        <p className="mt-2 text-sm text-quiet">
          Made smaller with{' '}
          <a href="/" className="underline underline-offset-4 hover:text-primary">
            {brand.name}
          </a>
          .
        </p>
      </div>
    </div>
  );
}
