import { useEffect, useRef, useState } from 'react';
import { listenForFileDrops, type TakeFiles } from './file-drop.ts';

/**
 * Lets people drop files and folders anywhere on the page, for as long as the component stands.
 * @returns true while a drag with files is over the page and may be dropped
 */
export function useFileDrop(onDrop: TakeFiles): boolean {
  const [lit, setLit] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(
    () =>
      listenForFileDrops({
        onLit: setLit,
        onDrop: (files, fromFolder) => drop.current(files, fromFolder),
      }),
    [],
  );
  return lit;
}
