/** True where pictures can be put on the clipboard. */
export function canCopyPictures(): boolean {
  return typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function';
}

/**
 * Puts a picture on the clipboard. Clipboards take PNG only; every other kind is drawn anew as one, pixel by pixel.
 * @throws what the browser throws when it cannot be decoded or the clipboard is closed
 */
export async function copyPicture(blob: Blob): Promise<void> {
  // Safari allows writing only inside the click itself, so it gets a promise.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(blob) })]);
}

async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
