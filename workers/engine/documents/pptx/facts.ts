import { atStart, type FormatFacts } from '../../api/format-facts.ts';

export const pptx = {
  kind: 'pptx',
  group: 'document',
  mimeTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  extensions: ['pptx'],
  label: 'PPTX',
  isPackage: true,
  /** A zip archive, or one without entries. Whether it is a presentation, its content types tell. */
  signatureAt: (head) =>
    Math.max(atStart(head, [0x50, 0x4b, 0x03, 0x04]), atStart(head, [0x50, 0x4b, 0x05, 0x06])),
  /**
   * A deck has many pictures, none of which needs as much as one that comes alone, and a second goes into what is not counted,
   * such as running each kind of code for the first time.
   */
  work: { smallFileMs: 4000, perMegabyteMs: 16_000 },
  /** Set by hand: parts are unpacked and packed however small the file is. */
  expectedSeconds: { perFile: 0.5, perMegabyte: 2.7 },
} as const satisfies FormatFacts;
