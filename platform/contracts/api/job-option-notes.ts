import { PICTURE_KINDS } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';

/** What documents say of an option; apart from its field, which pages load. */
interface JobOptionNote {
  /** What it is for, a sentence. */
  readonly meaning: string;
  /** A value of it. */
  readonly example: string;
}

/** An option that is missing here does not compile. */
export const JOB_OPTION_NOTES: { readonly [K in keyof Required<JobOptions>]: JobOptionNote } = {
  preset: { meaning: 'How far to go.', example: 'small' },
  targetBytes: { meaning: 'A size to stay within; 1 KB is 1024 bytes.', example: '500KB' },
  keep: {
    meaning: 'Descriptions of an image that stay; without it copyright and date.',
    example: 'copyright,date,location',
  },
  format: {
    meaning:
      'Format of the result of an image. One that is named comes back even where it is larger; auto gives the smallest.',
    example: 'webp',
  },
  accept: {
    meaning: `What format=auto may choose from; without it what the header Accept names, else ${PICTURE_KINDS.join(', ')}.`,
    example: 'webp,jpeg',
  },
  maxWidth: { meaning: 'Images that are wider are scaled down, in their shape.', example: '1200' },
  maxHeight: { meaning: 'Images that are higher are scaled down, in their shape.', example: '800' },
  maxSide: { meaning: 'The same for the longer side.', example: '1600' },
  widths: {
    meaning:
      'A set: the image in each of these widths and in each of formats, as a zip with their list and the HTML to paste; target holds for each file.',
    example: '480,960,1440',
  },
  formats: { meaning: 'Formats of a set; without it that of the image, and webp.', example: 'webp,jpeg' },
  background: {
    meaning: 'Colour behind what is transparent, with format=jpeg; the hash may be left out.',
    example: '#ffffff',
  },
  score: {
    meaning:
      'Lowest visual score, in place of the preset’s: 70 is high quality, 90 is hard to tell from the source.',
    example: '80',
  },
  scans: {
    meaning:
      'What becomes of scanned pages of a PDF: as they are (`keep`), or sharp letters over smoothed paper (`layers`).',
    example: 'layers',
  },
};
