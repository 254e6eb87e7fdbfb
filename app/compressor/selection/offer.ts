import { listOfKinds } from '#engine/api/kinds.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { displayNameInText } from './display-name.ts';
import { declaredKind } from './selection.ts';

/** What can be done with a selection that was rejected. */
export interface Offer {
  /** All that can be compressed, however many. */
  readonly files: readonly File[];
  /** Says on the button what happens to them. */
  readonly label: string;
  /** The others, each with its reason: "notes.txt: not a PDF, JPEG, PNG, WebP or PPTX file". */
  readonly leftOut: readonly string[];
  /** The person is asked whether copies are meant: they are not looked for again. */
  readonly areCopies?: true;
}

/**
 * @param passedOver what else of their folder was left out, as in `Offer.leftOut`
 * @returns what of a selection that was rejected can be compressed, perhaps nothing, and what is wrong with the others
 */
export function offerOf(files: readonly File[], passedOver: readonly string[] = []): Offer {
  const sound = files.filter((file) => faultOf(file) === null);
  const leftOut = [...files.flatMap(faultLine), ...passedOver];
  const which = leftOut.length > 0 ? 'the other' : 'all';
  const label = sound.length === 1 ? 'Compress the other file' : `Compress ${which} ${sound.length} files`;
  return { files: sound, label, leftOut };
}

/** Its name and why it cannot be compressed; nothing where it can. */
export function faultLine(file: Pick<File, 'name' | 'type' | 'size'>): string[] {
  const fault = faultOf(file);
  return fault === null ? [] : [`${displayNameInText(file.name)}: ${fault}`];
}

/** Why a file cannot be compressed, in a few words; null where it can. */
function faultOf(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const kind = declaredKind(file);
  if (kind === null && /\.hei[cf]$/i.test(file.name))
    return 'a HEIC image; export or share it as a JPEG first';
  if (kind === null) return `not a ${listOfKinds('or')} file`;
  if (kind === 'legacy-ppt') return 'an old PPT, to be saved as PPTX first';
  if (file.size === 0) return 'empty';
  return file.size > OPERATING_LIMITS.maxFileBytes ? 'not less than 200 MB' : null;
}

/**
 * Tells what of a selection was left out when the rest began, and asks about files that hold what another one holds.
 * @param passedOver the others of their folder, as in `Offer.leftOut`
 * @returns null where there is nothing to tell
 */
export function leftOutQuestion(
  copies: readonly File[],
  passedOver: readonly string[],
): { readonly message: string; readonly offer: Offer } | null {
  if (copies.length + passedOver.length === 0) return null;
  const names = copies.map(({ name }) => displayNameInText(name));
  const isOne = copies.length === 1;
  const offer = { files: copies, areCopies: true } as const;
  if (passedOver.length > 0)
    return {
      message: 'Some of the folder was left out.',
      offer: {
        ...offer,
        label: isOne ? 'Compress the copy too' : `Compress all ${copies.length} copies too`,
        leftOut: [...names.map((name) => `${name}: the same content as another file`), ...passedOver],
      },
    };
  return {
    message: isOne
      ? `${names[0]} has the same content as another file, so it was left out.`
      : `${copies.length} files have the same content as others, so they were left out.`,
    offer: {
      ...offer,
      label: isOne ? 'Compress it too' : `Compress all ${copies.length} too`,
      leftOut: isOne ? [] : names,
    },
  };
}
