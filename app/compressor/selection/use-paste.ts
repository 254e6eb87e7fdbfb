import { useEffect, useRef } from 'react';
import { listenForPastes, type TakeFiles } from './file-drop.ts';

/** Takes files, folders and pictures that are pasted anywhere on the page, for as long as the component stands. */
export function usePaste(onFiles: TakeFiles): void {
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => listenForPastes((files, fromFolder) => take.current(files, fromFolder)), []);
}
