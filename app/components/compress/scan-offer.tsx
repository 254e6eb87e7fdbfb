import { useEffect, useState } from 'react';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import { layeredSizeWords } from '~/compressor/compare/layered-size.ts';
import { createTaskQueue } from '~/compressor/queue/task-queue.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { mayLoadMuch } from '~/compressor/results/small-picture.ts';
import { isUnchangedForGood } from '~/compressor/results/unchanged-reason.ts';
import { Button } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { loadLate } from '~/load-late.ts';
import { FileName } from './file-name.tsx';
import { RowNote } from './file-row.tsx';

/** One after the other: PDFium takes some 100 MB for a large page. */
const looking = createTaskQueue(1);

interface ScanOfferProps {
  readonly item: FinishedItem;
  readonly compressor: Pick<Compressor, 'again'>;
  /** On phones the row says it in one line; its buttons come with the details. */
  readonly isFolded: boolean;
}

/** For a PDF of scanned text: to smooth the paper, which a person chooses, and the way back. */
export function ScanOffer({ item, compressor, isFolded }: ScanOfferProps) {
  const { file, index } = item;
  const { result } = item.state;
  const { scans = 'keep', ...options } = result.options;
  const isWorthALook = scans === 'keep' && options.preset !== 'lossless' && !isUnchangedForGood(file, result);
  const isScan = useIsScan(isWorthALook ? result.blob : null);
  const about = (
    <span className="sr-only">
      {' '}
      in <FileName name={file.name} />
    </span>
  );
  if (scans === 'layers')
    return (
      <RowNote isFolded={isFolded}>
        Scanned text: {formatBytes(file.size)} → {formatBytes(result.size)}, paper smoothed.{' '}
        <button
          type="button"
          onClick={() => compressor.again(index, options)}
          className={classNames(
            'inline-flex min-h-6 items-center font-medium underline underline-offset-4 hover:text-primary',
            isFolded && 'max-sm:hidden',
          )}
        >
          Keep the paper as scanned{about}
        </button>
      </RowNote>
    );
  if (!isWorthALook || !isScan) return null;
  const words = `Scanned text: ${formatBytes(result.size)} → about ${layeredSizeWords(result.size, options.preset)}, paper smoothed`;
  return (
    <>
      {isFolded && (
        <RowNote isFolded className="sm:hidden">
          {words}
        </RowNote>
      )}
      <Button
        variant="outline"
        size="sm"
        onClick={() => compressor.again(index, { ...options, scans: 'layers' }, { onlySmaller: true })}
        className={classNames(
          'my-1 shrink justify-self-start py-1.5 text-left whitespace-normal!',
          isFolded && 'max-sm:hidden',
        )}
      >
        {words}
        {about}
      </Button>
    </>
  );
}

/** Whether a result is scanned text; false until that is known, and where finding out takes too much. */
function useIsScan(document: Blob | null): boolean {
  const [found, setFound] = useState<Blob | null>(null);
  useEffect(() => {
    if (document === null || !mayLoadMuch()) return;
    const gone = new AbortController();
    looking.add(gone.signal, async () => {
      try {
        const { isLargeScan } = await loadLate(() => import('~/compressor/compare/pdf-pages.ts'));
        if ((await isLargeScan(document)) && !gone.signal.aborted) setFound(document);
      } catch {
        // It is not offered.
      }
    });
    return () => gone.abort();
  }, [document]);
  return document !== null && found === document;
}
