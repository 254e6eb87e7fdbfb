/** Puts a text that is still being made on the clipboard. @throws what its making or the clipboard throws */
export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem !== 'function' || typeof navigator.clipboard?.write !== 'function')
    return navigator.clipboard.writeText(await text);
  // Safari allows writing only inside the click itself, so it gets a promise of the text.
  const written = text.then((all) => new Blob([all], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': written })]);
}
