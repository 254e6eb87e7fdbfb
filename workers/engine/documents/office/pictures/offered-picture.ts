import type { Codecs } from '../../../codecs/ports/codecs.ts';
import type { HelpAnswer, Helpers } from '../../../context.ts';
import { remakePicture, type LonePicture, type RemadePicture } from './remake-picture.ts';

/** Data of which JSON made null where it was Infinity. */
type Sent<T> = { readonly [Name in keyof T]: T[Name] extends number ? number | null : T[Name] };

/** A picture as another engine is told of it. */
type OfferedPicture = Omit<LonePicture, 'bytes'>;

/** What another engine says of it. */
interface Answered extends Omit<RemadePicture, 'picture'> {
  readonly picture: Omit<NonNullable<RemadePicture['picture']>, 'bytes'> | null;
}

/**
 * Offers a picture to another engine.
 * @returns null where none is idle; its answer is null where it failed
 */
export async function offerPicture(
  { bytes, ...offered }: LonePicture,
  helpers: Helpers,
): Promise<{ readonly answer: Promise<RemadePicture | null> } | null> {
  const taken = await helpers.offer(bytes, offered satisfies OfferedPicture);
  return taken && { answer: taken.answer.then((answer) => answer && madeOf(answer)) };
}

/** The other engine's side of {@link offerPicture}. @param task an {@link OfferedPicture} */
export async function answerOffer(bytes: Uint8Array, task: object, codecs: Codecs): Promise<HelpAnswer> {
  const { use, quality, work, ...rest } = task as OfferedPicture;
  const lone: LonePicture = {
    ...rest,
    bytes,
    use: { ...use, ...finite({ widthEmu: use.widthEmu, heightEmu: use.heightEmu }) },
    quality: { ...quality, ...finite({ ppi: quality.ppi }) },
    work: finite(work),
  };
  const { picture, ...made } = await remakePicture(lone, codecs, new AbortController().signal);
  if (!picture) return { bytes: new Uint8Array(0), findings: { ...made, picture } };
  const { bytes: result, ...facts } = picture;
  return { bytes: result, findings: { ...made, picture: facts } satisfies Answered };
}

function madeOf({ bytes, findings }: HelpAnswer): RemadePicture {
  const { picture, spentMs, work, ownAlike, leftAlike } = findings as Answered;
  return {
    picture: picture && { ...picture, bytes },
    spentMs,
    work: finite(work),
    ownAlike: finite(ownAlike),
    leftAlike: finite(leftAlike),
  };
}

/** Numbers as they were before JSON. */
function finite<T extends object>(sent: Sent<T>): T {
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value ?? Infinity])) as T;
}
