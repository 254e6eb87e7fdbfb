import { useEffect, useRef } from 'react';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import { Button } from '~/components/ui/button.tsx';
import { FileName } from './file-name.tsx';

export interface ShareQuestionProps {
  /** Those of them that were made on this device. */
  readonly items: readonly FinishedItem[];
  readonly onUpload: () => void;
  readonly onClose: () => void;
}

/** A link needs the file on the server: asked before anything of a result from this device is sent. */
export default function ShareQuestion({ items, onUpload, onClose }: ShareQuestionProps) {
  const [only, ...others] = items;
  const isOne = only !== undefined && others.length === 0;
  const size = formatBytes(items.reduce((sum, { state }) => sum + state.result.size, 0));
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="share-question"
      onClose={onClose}
      className="m-auto w-[calc(100vw-2.5rem)] max-w-md rounded-card border border-hairline bg-raised p-6 text-ink shadow-float backdrop:bg-black/50"
    >
      <h2 id="share-question" className="text-xl">
        Upload to create a link?
      </h2>
      <p className="mt-3 text-quiet">
        {isOne ? (
          <>
            <FileName name={only.file.name} /> was compressed on your device. Sharing uploads the compressed
            copy, {size}; it is deleted after 24 hours.
          </>
        ) : (
          <>
            {items.length} files were compressed on your device. Sharing uploads the compressed copies, {size}
            ; they are deleted after 24 hours.
          </>
        )}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onUpload}>Upload and copy link</Button>
        <Button variant="outline" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
      </div>
    </dialog>
  );
}
