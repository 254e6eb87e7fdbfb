import { SizedBudget, type SizedAllowance } from '../../../../budget/sized-budget.ts';
import { codecOf, type Picture } from '../read/picture.ts';

/**
 * Samples of pictures that are encoded anew: in any file, and for each byte of it. A sample takes 5 to 40 ns. The largest
 * numbers in 32 regular files are 222 a byte, in a scan of 1.1 MB with 253 million samples, and 197 in files of 0.1 MB.
 */
const SAMPLES: SizedAllowance = { free: 48e6, perFileByte: 190 };

/** What a picture takes however small it is, in samples. */
const SAMPLES_OF_ANY = 20_000;
/** JPEG 2000 is decoded at a tenth of the speed of other codecs, in four bytes a sample. */
const JPX_FACTOR = 8;

/** The renderer shows spaces such as Lab, sample by sample, at a quarter of the speed of device colours. */
const SHOWN_SPACE_FACTOR = 4;

/** How much work goes into the pictures of one document, by their declared sizes: the same in every run. */
export class PdfPictureBudget {
  private readonly samples: SizedBudget;

  /** @param fileBytes size of the document, in bytes */
  constructor(fileBytes: number) {
    this.samples = new SizedBudget(SAMPLES, fileBytes);
  }

  /** Counts a picture. @returns whether it may be encoded anew; one that is too large leaves room for smaller ones */
  take(picture: Picture): boolean {
    return this.samples.take(costOf(picture));
  }
}

function costOf(picture: Picture): number {
  const { width, height, space } = picture;
  const components = space?.components ?? 3;
  const codecFactor = codecOf(picture) === 'jpx' ? JPX_FACTOR : 1;
  const spaceFactor = space?.family === 'other' ? SHOWN_SPACE_FACTOR : 1;
  return SAMPLES_OF_ANY + width * height * components * codecFactor * spaceFactor;
}
