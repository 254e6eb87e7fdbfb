import type { KindCompressor } from '../context.ts';
import type { OutputKind, PictureKind } from '../api/kinds.ts';
import { chooseFormat, formatsToTry, isHopeless } from './choose-format.ts';
import type { Conversion } from './conversion.ts';
import { convertTo } from './convert-to.ts';
import { checkConversion, conversionTo, readPicture } from './read-conversion.ts';

/**
 * A compressor of pictures that heeds the options of format and size. What asks for neither in the end, as the picture has that
 * format and fits, is compressed as ever and never larger.
 */
export function pictureConverter(kind: PictureKind): KindCompressor {
  let reading: Promise<Conversion> | undefined;
  let chosen: OutputKind | undefined;
  return async (source, context) => {
    reading ??= readPicture(kind, source, context).then((picture) => conversionTo(picture, context, context));
    const conversion = await reading;
    const kinds = chosen ? [chosen] : formatsToTry(conversion, context);
    checkConversion(conversion, kinds);
    const found = await chooseFormat(kinds, context, async (format, own, maxBytes) =>
      (await isHopeless(format, conversion, maxBytes)) ? null : convertTo(format, conversion, own, maxBytes),
    );
    // What a target tries next is in the format that the first result was the smallest in.
    chosen = found.kind;
    return found.outcome;
  };
}
