import { useEffect, useRef, useState } from 'react';

/**
 * Lets people drop files anywhere on the page.
 * @param onDrop null while drops are not taken; the browser then shows so, and does not open the file instead
 * @returns true while a drag with files is over the page and may be dropped
 */
export function useFileDrop(onDrop: ((files: readonly File[]) => void) | null): boolean {
  const [lit, setLit] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });

  useEffect(() => {
    // enter and leave fire for every element on the way; the count tells when the page itself is left.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const listeners = {
      dragenter(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth++;
        setLit(drop.current !== null);
      },
      dragover(event: DragEvent) {
        if (!carriesFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = drop.current ? 'copy' : 'none';
      },
      dragleave(event: DragEvent) {
        if (!carriesFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setLit(false);
      },
      drop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth = 0;
        setLit(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) drop.current?.(files);
      },
    };
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);

  return lit;
}
