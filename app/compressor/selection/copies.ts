/** Most files differ in their first bytes; what is left is read in pieces of a megabyte. */
const FIRST_BYTES = 4_096;
const PIECE_BYTES = 1_048_576;

/** A selection without what is there already. */
interface Sorted {
  readonly fresh: readonly File[];
  /** Files with the content of another one, whatever their name. */
  readonly copies: readonly File[];
}

/** Tells the files apart that are byte for byte one of `present`, or one before them. What cannot be read is no copy. */
export async function withoutCopies(files: readonly File[], present: readonly File[]): Promise<Sorted> {
  const fresh: File[] = [];
  const copies: File[] = [];
  for (const file of files) {
    const sameSize = [...present, ...fresh].filter(({ size }) => size === file.size);
    ((await holdsCopyOf(sameSize, file)) ? copies : fresh).push(file);
  }
  return { fresh, copies };
}

async function holdsCopyOf(others: readonly File[], file: File): Promise<boolean> {
  for (const other of others) if (await isSame(other, file).catch(() => false)) return true;
  return false;
}

async function isSame(one: File, other: File): Promise<boolean> {
  let start = 0;
  for (let bytes = FIRST_BYTES; start < one.size; bytes = PIECE_BYTES) {
    const pieces = [one, other].map((file) => file.slice(start, start + bytes).arrayBuffer());
    const [left, right] = (await Promise.all(pieces)).map((piece) => new Uint8Array(piece));
    if (!left || !right || left.some((value, at) => value !== right[at])) return false;
    start += bytes;
  }
  return true;
}
