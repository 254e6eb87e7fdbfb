import type { OutputKind } from '../../api/kinds.ts';
import type { Outcome, SetFile } from '../../api/report/report.ts';

/** A picture of a set with what made it. */
export interface SetPicture extends SetFile {
  readonly outcome: Outcome;
}

/** Pictures of a set in one format, narrowest first. */
export interface FormatPictures {
  readonly kind: OutputKind;
  readonly pictures: readonly SetPicture[];
  /** Of all of them. */
  readonly bytes: number;
}

/** The pictures of each format, the format with the fewest bytes first. */
export function byFormat(pictures: readonly SetPicture[]): FormatPictures[] {
  const kinds = [...new Set(pictures.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const own = pictures.filter((picture) => picture.kind === kind);
      return { kind, pictures: own, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
    })
    .sort((one, other) => one.bytes - other.bytes);
}

/** What a set says of a picture, without its bytes. */
export function setFile({ outcome: _outcome, ...file }: SetPicture): SetFile {
  return file;
}
