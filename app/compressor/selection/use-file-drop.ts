import { useEffect, useRef, useState } from 'react';
import { takeEarlyDrop } from '~/early-acts.ts';
import { listenForFileDrops, takeCarried, type TakeFiles } from './file-drop.ts';

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
  useEffect(() => {
    const take: TakeFiles = (files, passedOver) => drop.current(files, passedOver);
    const early = takeEarlyDrop();
    if (early) takeCarried(early, take);
    return listenForFileDrops({ onLit: setLit, onDrop: take });
  }, []);
  return lit;
}
