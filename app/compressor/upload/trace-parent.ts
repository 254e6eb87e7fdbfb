/**
 * Begins a trace for an upload, so that a server that traces finds everything that was done for the file under one id.
 * @returns version, trace id, span id and flags. Source: W3C Trace Context, section 3.2
 */
export function newTraceParent(): string {
  return `00-${randomHex(16)}-${randomHex(8)}-01`;
}

/** @param bytes how many; two characters each */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) =>
    each.toString(16).padStart(2, '0'),
  ).join('');
}
