/** True where this device can hand files to other apps. */
export function canShareFiles(): boolean {
  if (typeof navigator.share !== 'function' || typeof navigator.canShare !== 'function') return false;
  return navigator.canShare({ files: [new File([''], 'probe.png', { type: 'image/png' })] });
}
