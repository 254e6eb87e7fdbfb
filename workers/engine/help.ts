import type { Codecs } from './codecs/ports/codecs.ts';
import type { HelpAnswer } from './context.ts';

/**
 * Works on what another engine offers: a picture of a deck.
 * @param task as it was offered
 * @throws as compressing that picture does: the other engine does it again and says what was wrong
 */
export async function helpWith(bytes: Uint8Array, task: object, codecs: Codecs): Promise<HelpAnswer> {
  const { answerOffer } = await import('./documents/office/pictures/offered-picture.ts');
  return answerOffer(bytes, task, codecs);
}
