import type { EngineContext, KindCompressor } from '../../context.ts';
import { RESULT_INFO, type OutputKind, type PictureKind } from '../../api/kinds.ts';
import { outcome, toldScore } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { convertTo } from '../convert-to.ts';
import type { SourcePicture } from '../conversion.ts';
import { checkConversion, conversionTo, readPicture } from '../read-conversion.ts';
import { sizeOf, type StoredPicture } from '../shown-picture.ts';
import { packSet } from './pack-set.ts';
import type { SetPicture } from './set-file.ts';
import { setFindings } from './set-findings.ts';
import { stemOf } from '../../api/set-name.ts';

/** A picture in several widths and formats. */
export interface SetRequest {
  readonly kind: PictureKind;
  /** In px, ascending. */
  readonly widths: readonly number[];
  /** [that of the picture, and WebP] */
  readonly formats?: readonly OutputKind[] | undefined;
  /** Name of the source, from which those of the files are made. */
  readonly name: string;
  readonly context: EngineContext;
  /** Makes one of the files within its share of the work, and within the target. */
  readonly make: (compressor: KindCompressor, share: SetShare) => Promise<Outcome>;
}

/** Which of how many files is made. */
export interface SetShare {
  readonly index: number;
  readonly count: number;
}

/**
 * Makes a set: a zip archive of files that each reach the floor, with their list and the HTML to paste. The picture is decoded once
 * and never enlarged: wider files are left out, and where none remains its own width stands for them.
 * @throws EngineError "unsupported" for what one of the formats cannot hold
 */
export async function makeSet(source: Uint8Array, request: SetRequest): Promise<Outcome> {
  const { kind, context, make, formats = [...new Set<OutputKind>([kind, 'webp'])] } = request;
  const picture = decodedOnce(await readPicture(kind, source, context));
  const size = sizeOf(picture.facts);
  const fitting = request.widths.filter((width) => width <= size.width);
  const leftOut = request.widths.filter((width) => width > size.width);
  const widths = fitting.length > 0 ? fitting : [size.width];
  const stem = stemOf(request.name);
  const count = widths.length * formats.length;
  const pictures: SetPicture[] = [];
  for (const maxWidth of widths) {
    const conversion = conversionTo(picture, { maxWidth }, context);
    checkConversion(conversion, formats);
    for (const format of formats) {
      const share = { index: pictures.length, count };
      const found = await make((_, own) => convertTo(format, conversion, own, Infinity), share);
      pictures.push({
        name: `${stem}-${conversion.size.width}.${RESULT_INFO[format].extensions[0]}`,
        kind: format,
        ...conversion.size,
        bytes: found.bytes.length,
        score: toldScore(found.score),
        outcome: found,
      });
    }
  }
  return outcome(packSet(stem, size, pictures), setFindings(pictures, leftOut, size));
}

function decodedOnce(picture: SourcePicture): SourcePicture {
  let stored: Promise<StoredPicture> | undefined;
  return { ...picture, stored: () => (stored ??= picture.stored()) };
}
