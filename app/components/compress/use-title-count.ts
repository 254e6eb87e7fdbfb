import { useEffect } from 'react';

/** Tells in the title of the tab how many files are done while work is under way: "(12/58) Compress". */
export function useTitleCount(done: number, all: number, busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const before = document.title;
    document.title = `(${done}/${all}) ${before}`;
    return () => {
      document.title = before;
    };
  }, [done, all, busy]);
}
