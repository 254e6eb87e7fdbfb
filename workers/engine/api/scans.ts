/**
 * What becomes of scanned pages: "keep" compresses them as pictures; "layers" stores letters as sharp shapes over smoothed paper,
 * which a person asks for, since the grain of the paper goes.
 */
export const SCANS = ['keep', 'layers'] as const;
export type Scans = (typeof SCANS)[number];
