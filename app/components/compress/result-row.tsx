import { ArrowRight, ChevronDown, SquareSplitHorizontal } from '~/components/ui/late-icons.tsx';
import { KIND_INFO } from '#engine/api/kinds.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { reductionPercent } from '~/compressor/results/reduction-percent.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import { isSet, setWords } from '~/compressor/results/set-result.ts';
import { resultNotice } from '~/compressor/results/result-notice.ts';
import { isUnchanged } from '~/compressor/results/unchanged-reason.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { useResultActions } from '~/compressor/results/use-result-actions.ts';
import { classNames } from '~/components/ui/class-names.ts';
import { WeightBar } from '~/components/ui/weight-bar.tsx';
import { FileName } from './file-name.tsx';
import { FileRow, RowNote } from './file-row.tsx';
import { LateDetails, LateShareQuestion } from './late-parts.tsx';
import { LimitOffer } from './limit-offer.tsx';
import { LinkNote } from './link-note.tsx';
import { IconButton } from './row-button.tsx';
import { ResultActions } from './result-actions.tsx';
import { madeWith } from './made-with.ts';
import { ScanOffer } from './scan-offer.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** What a row asks of the list it stands in. */
export type RowActs = Pick<Compressor, 'retry' | 'again' | 'onServer' | 'cancel' | 'remove'>;

export interface ResultRowProps {
  readonly item: FinishedItem;
  readonly compressor: RowActs;
  readonly ofSeveral: boolean;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
  readonly onCompare: (item: FinishedItem) => void;
  /** Its details are shown. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** A file that came back: what it was, what it is, and what can be done with it. */
export function ResultRow(props: ResultRowProps) {
  const { item, compressor, ofSeveral, signedIn, sharesFiles, onCompare, open, onOpen } = props;
  const { file } = item;
  const { result } = item.state;
  const panelId = `details-${item.index}`;
  const percent = reductionPercent(file.size, result.size);
  // There is nothing to compare.
  const isSame = isUnchanged(file, result);
  const thumbnail = <Thumbnail original={file} result={result.blob} kind={result.kind} />;
  const actions = useResultActions(item, ofSeveral, sharesFiles);
  const words = made(item);
  const notice = resultNotice(file, result);
  // On phones a note takes one line in the list; all of it opens with the details.
  const isFolded = ofSeveral && !open;
  return (
    <FileRow
      name={file.name}
      folder={item.folder}
      origin={
        <>
          {/* On phones the bar's line has more room for it. */}
          <span className="max-sm:sr-only">
            {words}
            <span>, {result.place === 'device' ? 'on this device' : 'on our servers'}</span>
          </span>
          {result.size < file.size && (
            <span className="hidden min-[24rem]:max-sm:group-has-[[data-folded]]/row:inline">
              <span className="sr-only">, saved </span>
              <span aria-hidden>−</span>
              {formatBytes(file.size - result.size)}
            </span>
          )}
        </>
      }
      picture={
        isSame ? (
          thumbnail
        ) : (
          // Does what the button "Compare" does, for a pointer; the keyboard needs it once.
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            onClick={() => onCompare(item)}
            className="block cursor-zoom-in rounded-control"
          >
            {thumbnail}
          </button>
        )
      }
      sizes={<FromTo originalBytes={file.size} compressedBytes={result.size} />}
      bar={
        <div className="flex items-center gap-x-2.5 sm:gap-x-3 wide:block">
          <WeightBar
            originalBytes={file.size}
            compressedBytes={result.size}
            heightPx={8}
            className="min-w-12 flex-1"
          />
          <span aria-hidden className="min-w-0 truncate text-[0.6875rem]/4 text-quiet sm:hidden">
            {words}
          </span>
          <p className="figures text-xs whitespace-nowrap text-quiet wide:mt-1">
            {isSet(result) ? setWords(result) : savedText(file.size, result.size)}
          </p>
        </div>
      }
      figure={
        // What several images take says nothing of what was saved.
        !isSet(result) && (
          <span
            className={classNames(
              'font-display text-xl/5 font-bold tracking-tight',
              percent > 0 ? 'text-primary' : 'text-quiet',
            )}
          >
            {percent}%<span className="sr-only"> reduction</span>
          </span>
        )
      }
      actions={
        <>
          {!isSame && (
            <IconButton
              does="Compare"
              file={file.name}
              onClick={() => onCompare(item)}
              className="w-auto! gap-x-2! gap-y-0.5! border border-edge max-sm:flex-col max-sm:px-1.5 sm:px-4 wide:border-0 wide:px-2"
            >
              <SquareSplitHorizontal aria-hidden />
              <span aria-hidden className="text-[0.6875rem]/3 sm:text-sm">
                Compare
              </span>
            </IconButton>
          )}
          <ResultActions
            name={file.name}
            isMain={!ofSeveral && !isSame}
            {...{ actions, signedIn, sharesFiles }}
          />
        </>
      }
      corner={
        <IconButton
          does="Details of"
          file={file.name}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => onOpen(!open)}
          className="flex-col gap-0! wide:size-11"
        >
          <span aria-hidden className="text-[0.6875rem]/3">
            Details
          </span>
          <ChevronDown aria-hidden className={classNames('transition-transform', open && 'rotate-180')} />
        </IconButton>
      }
    >
      {actions.link && <LinkNote link={actions.link} isFolded={!open} />}
      {notice !== null && <RowNote isFolded={isFolded}>{notice}</RowNote>}
      {result.correctedName !== null && (
        <RowNote isFolded={isFolded}>
          This file is a {KIND_INFO[result.kind].label}, so it is saved as{' '}
          <FileName name={result.correctedName} />.
        </RowNote>
      )}
      <div className={classNames('grid empty:hidden', isFolded && 'max-sm:hidden')}>
        <LimitOffer item={item} compressor={compressor} />
      </div>
      {result.kind === 'pdf' && <ScanOffer {...{ item, compressor, isFolded }} />}
      {actions.asksToUpload && (
        <LateShareQuestion
          items={[item]}
          onUpload={() => actions.mayUpload(true)}
          onClose={() => actions.mayUpload(false)}
        />
      )}
      {open && (
        <div id={panelId} className="wide:mt-1.5">
          <LateDetails {...{ item, compressor, signedIn }} />
        </div>
      )}
    </FileRow>
  );
}

/** How it was made, as a sentence begins. */
function made({ file, state: { result } }: FinishedItem): string {
  const words = madeWith(file, result);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface FromToProps {
  readonly originalBytes: number;
  readonly compressedBytes: number;
}

/** Both sizes in one line. */
function FromTo({ originalBytes, compressedBytes }: FromToProps) {
  return (
    <p className="flex items-center gap-x-1 whitespace-nowrap sm:gap-x-1.5">
      <span className="sr-only">Original size </span>
      <span>{formatBytes(originalBytes)}</span>
      <ArrowRight aria-hidden className="size-3.5" />
      <span className="sr-only">compressed size </span>
      <span className="font-semibold text-ink">{formatBytes(compressedBytes)}</span>
    </p>
  );
}

function savedText(originalBytes: number, compressedBytes: number): string {
  const saved = originalBytes - compressedBytes;
  if (saved < 0) return `${formatBytes(-saved)} larger`;
  return saved === 0 ? 'unchanged' : `${formatBytes(saved)} saved`;
}
