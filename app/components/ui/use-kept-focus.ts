import { useLayoutEffect, useRef } from 'react';

/** Where the files of the compress page begin: the heading of their list, or the drop zone. */
export function startOfFiles(): HTMLElement | null {
  return document.querySelector('#results-heading, #file-input');
}

/**
 * Keeps the keyboard's place where a part of the page is drawn anew: what had the focus in it is gone, and the browser would
 * begin at the top of the page again.
 * @param target what takes the focus then
 * @returns for the element around the part
 */
export function useKeptFocus(target: () => HTMLElement | null | undefined): {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const had = useRef(false);
  useLayoutEffect(() => {
    // React tells of no blur for what it takes away itself.
    if (!had.current || document.activeElement !== document.body) return;
    // The target may lie outside the part.
    had.current = false;
    target()?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => void (had.current = true),
    onBlur: () => void (had.current = false),
  };
}
