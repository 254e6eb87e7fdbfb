import { forwardRef } from 'react';
import { ACCEPTED } from '~/compressor/selection/selection.ts';

interface FileInputProps {
  readonly id?: string;
  /** Name for screen readers. */
  readonly label: string;
  readonly describedBy?: string;
  /** Asks for a folder with all files in it. */
  readonly folder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The system's dialogue for files; what is seen of it is the label around it. */
export const FileInput = forwardRef<HTMLInputElement, FileInputProps>(function FileInput(
  { id, label, describedBy, folder, onFiles },
  ref,
) {
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      multiple
      accept={folder ? undefined : ACCEPTED}
      {...(folder ? { webkitdirectory: '' } : {})}
      aria-label={label}
      aria-describedby={describedBy}
      className="sr-only scriptless:hidden"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // Choosing the same file again must count as a choice.
        event.currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
});
