import { atStart, type FormatFacts } from '../../api/format-facts.ts';

export const png = {
  kind: 'png',
  group: 'picture',
  mimeTypes: ['image/png', 'image/x-png', 'image/apng'],
  extensions: ['png', 'apng'],
  label: 'PNG',
  /** PNG specification, 5.2. */
  signatureAt: (head) => atStart(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  /** A screen in a profile takes 5 % more bytes at 5 s. */
  work: { smallFileMs: 6000, perMegabyteMs: 20_000 },
  expectedSeconds: { perFile: 0.1, perMegabyte: 4.2 },
} as const satisfies FormatFacts;
