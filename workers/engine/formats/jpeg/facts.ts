import { atStart, type FormatFacts } from '../../api/format-facts.ts';

export const jpeg = {
  kind: 'jpeg',
  group: 'picture',
  mimeTypes: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
  label: 'JPEG',
  /** Start of image, and the first byte of the next marker. */
  signatureAt: (head) => atStart(head, [0xff, 0xd8, 0xff]),
  work: { smallFileMs: 5000, perMegabyteMs: 20_000 },
  expectedSeconds: { perFile: 0.1, perMegabyte: 0.8 },
} as const satisfies FormatFacts;
