import { useEffect, useRef } from 'react';
import { FILE_KINDS, listOfKinds } from '#engine/api/kinds.ts';
import { buttonVariants } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { DropPicture } from './drop-picture.tsx';
import { FileInput } from './file-input.tsx';
import { KindSheet } from './kind-sheet.tsx';
import { SelectionProblem, type Problem } from './selection-problem.tsx';

interface UploadAreaProps {
  /** A drag with files is over the page. */
  readonly lit: boolean;
  /** Why the last selection was rejected. */
  readonly problem: Problem | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** Takes what was offered of a selection that was rejected. */
  readonly onOffer: (files: readonly File[]) => void;
  /** A whole folder was chosen. */
  readonly onFolder: (files: readonly File[]) => void;
  readonly onSample: () => void;
  /** Takes the keyboard focus when it appears, because the list it replaces is gone. */
  readonly takesFocus: boolean;
}

/** The drop zone is the page: click it, drop on it, or walk to it with the keyboard. */
export function UploadArea(props: UploadAreaProps) {
  const { lit, problem, onFiles, onOffer, onFolder, onSample, takesFocus } = props;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    // Files that were chosen before the scripts ran.
    const early = [...(input.current?.files ?? [])];
    // React repeats the event that it missed; the files must not come twice.
    if (input.current) input.current.value = '';
    if (early.length > 0) onFiles(early);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);

  return (
    <div>
      <label
        htmlFor="file-input"
        className={classNames(
          'group relative grid cursor-pointer items-center gap-8 overflow-hidden rounded-card border-2 border-dashed bg-raised px-6 py-10',
          'transition-colors duration-150 md:min-h-100 md:grid-cols-[1.1fr_1fr] md:px-12',
          'scriptless:pointer-events-none scriptless:border-solid scriptless:border-hairline',
          'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary',
          lit ? 'border-solid border-primary bg-primary-wash' : 'border-edge hover:border-primary',
        )}
      >
        <FileInput
          ref={input}
          id="file-input"
          label="Choose files to compress"
          describedBy="upload-rules upload-problem"
          onFiles={onFiles}
        />
        <div>
          <p className="font-display text-4xl font-bold tracking-tight text-balance md:text-5xl">
            {lit ? (
              'Drop to compress'
            ) : (
              <>
                <span className="pointer-coarse:hidden">Drop your files here</span>
                <span className="hidden pointer-coarse:inline">Choose your files</span>
              </>
            )}
          </p>
          <p id="upload-rules" className="mt-3 max-w-sm text-lg text-quiet">
            {listOfKinds('or')}. Up to 10 files at a time, 200{'\u00a0'}MB each.
          </p>
          <span
            aria-hidden
            className={classNames(
              buttonVariants({ size: 'lg' }),
              'mt-7 group-hover:bg-primary-pressed scriptless:hidden',
            )}
          >
            Choose files
          </span>
          <p className="mt-7 hidden max-w-sm font-semibold scriptless:block">
            Compressing needs JavaScript. Please switch it on for this site and reload the page.
          </p>
          <div className="mt-8 flex gap-2.5" aria-hidden>
            {FILE_KINDS.map((kind) => (
              <KindSheet key={kind} kind={kind} small />
            ))}
          </div>
        </div>
        <DropPicture lit={lit} />
      </label>
      <OtherWays onFolder={onFolder} onSample={onSample} />
      <SelectionProblem problem={problem} onOffer={onOffer} />
    </div>
  );
}

const WAY = 'min-h-11 font-medium text-ink underline underline-offset-4 hover:text-primary';

/** Quiet ways in beside the drop zone. */
function OtherWays({ onFolder, onSample }: Pick<UploadAreaProps, 'onFolder' | 'onSample'>) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-6 text-sm text-quiet scriptless:hidden">
      <button type="button" onClick={onSample} className={WAY}>
        No file handy? Try a sample image
      </button>
      {/* Phones have no dialogue for folders. */}
      <label
        htmlFor="folder-input"
        className={classNames(
          WAY,
          'inline-flex cursor-pointer items-center rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-primary pointer-coarse:hidden',
        )}
      >
        <FileInput id="folder-input" folder label="Choose a folder" onFiles={onFolder} />
        <span aria-hidden>Choose a folder</span>
      </label>
      <span className="pointer-coarse:hidden">Or paste from the clipboard.</span>
    </p>
  );
}
