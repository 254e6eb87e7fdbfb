import type { SampleId } from '../content/samples.ts';
import { fetchSample } from '../compressor/selection/sample.ts';
import { offerOf, type Offer } from '../compressor/selection/offer.ts';
import { storeWaiting } from '../compressor/kept/store-waiting.ts';
import { NOTHING_IN_FOLDER, selectionProblem } from '../compressor/selection/selection.ts';

/** Why files stay here. */
export interface Refusal {
  readonly message: string;
  /** What of them may go. */
  readonly offer: Offer | null;
}

/**
 * Checks files as the compress page does and leaves them for it in the browser's own storage.
 * @param passedOver what else is in their folder, as in `FolderFiles`
 * @returns null when they are on their way
 */
export async function takeAlong(
  files: readonly File[],
  passedOver: readonly string[],
): Promise<Refusal | null> {
  if (files.length === 0) return { message: NOTHING_IN_FOLDER, offer: null };
  const message = selectionProblem(files);
  return message === null ? carry(files, passedOver) : { message, offer: offerOf(files, passedOver) };
}

/** Leaves files for the compress page that were offered, so that they need no check. */
export async function carry(
  files: readonly File[],
  passedOver: readonly string[] = [],
): Promise<Refusal | null> {
  try {
    await storeWaiting(files, passedOver);
    return null;
  } catch {
    // A private window, or a disk that is full.
    return {
      message: 'This browser has no room to carry the files over. Please choose them on the compress page.',
      offer: null,
    };
  }
}

/** Takes along a sample file of the site. */
export async function takeSampleAlong(id: SampleId): Promise<Refusal | null> {
  try {
    return await takeAlong([await fetchSample(id)], []);
  } catch (error) {
    return { message: (error as Error).message, offer: null };
  }
}
