import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FILE_KINDS } from '#engine/kinds.ts';
import { ACCEPTED } from '~/compressor/selection.ts';
import { buttonVariants } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { DropPicture } from './drop-picture.tsx';
import { KindSheet } from './kind-sheet.tsx';

export interface UploadAreaProps {
  /** A drag with files is over the page. */
  readonly lit: boolean;
  /** Why the last selection was rejected. */
  readonly problem: string | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** Takes the keyboard focus when it appears, because the list it replaces is gone. */
  readonly takesFocus: boolean;
}

/** The drop zone is the page: click it, drop on it, or walk to it with the keyboard. */
export function UploadArea({ lit, problem, onFiles, takesFocus }: UploadAreaProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    // Files that were chosen before the scripts ran.
    const early = input.current?.files;
    if (early?.length) onFiles([...early]);
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
        <input
          ref={input}
          id="file-input"
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label="Choose files to compress"
          aria-describedby="upload-rules upload-problem"
          className="sr-only scriptless:hidden"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // Choosing the same file again must count as a choice.
            event.currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <div>
          <p className="font-display text-4xl font-bold tracking-tight text-balance md:text-5xl">
            {lit ? 'Let go to compress' : 'Drop your files here'}
          </p>
          <p id="upload-rules" className="mt-3 max-w-sm text-lg text-quiet">
            PDF, JPEG, PNG, WebP or PPTX. Up to 10 files at a time, 200{'\u00a0'}MB each.
          </p>
          <span
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
      <p id="upload-problem" role="alert" className="empty:hidden">
        {problem !== null && (
          <span className="mt-4 flex animate-rise items-start gap-3 rounded-card border border-primary bg-primary-wash p-4 font-medium text-primary">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {problem}
          </span>
        )}
      </p>
    </div>
  );
}
