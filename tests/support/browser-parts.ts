import { configure } from '@testing-library/react';
import { PATIENCE_MS } from '../../infra/setup/patience.ts';

/** What jsdom lacks of a browser. Imported for its effect by tests that run in jsdom. */

// A machine under full load takes many times as long.
configure({ asyncUtilTimeout: PATIENCE_MS });

/** Media queries that match; all others do not. */
export const matchingMedia = new Set<string>();
window.matchMedia = (query) =>
  ({
    matches: matchingMedia.has(query),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;

window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsArrayBuffer(this);
  });
};
/** No picture can be decoded here: thumbnails stay sheets. */
window.createImageBitmap = () => Promise.reject(new DOMException('No decoder.', 'InvalidStateError'));

/** Downloads that the page handed to the browser: name and bytes. */
export const downloads: { readonly name: string; readonly blob: Blob }[] = [];
const blobs = new Map<string, Blob>();
URL.createObjectURL = (blob) => {
  const url = `blob:${blobs.size}`;
  blobs.set(url, blob as Blob);
  return url;
};
URL.revokeObjectURL = (url) => void blobs.delete(url);
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null;
  const blob = link && blobs.get(link.href);
  if (!link || !blob) return;
  event.preventDefault();
  downloads.push({ name: link.download, blob });
});

/** Says whether the device has a connection, as the browser does. */
export function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}
