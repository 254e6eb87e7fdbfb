import { keptForNewFile, lostDescriptions } from '../../metadata/kept-exif.ts';
import { writeChunks, type Chunk } from '../../containers/png/chunks.ts';
import type { PictureReader } from '../../picture-options.ts';
import { removedDescriptions } from './metadata/removed-descriptions.ts';
import { isTextForExif, textsForExif, xmpIn } from './metadata/text-chunks.ts';
import { readPngSource } from './png-source.ts';

/** What a PNG says of its picture. */
export const readPng: PictureReader = async (bytes, context) => {
  const source = await readPngSource(bytes, context, {});
  const { chunks, header, ancillary, colours } = source;
  const { width, height } = header;
  // Other texts have no place in EXIF.
  const texts = ancillary.texts.filter(isTextForExif);
  const xmp = await xmpIn(chunks, context.codecs.deflate);
  const exif = keptForNewFile(
    {
      exif: chunks.find(({ type }) => type === 'eXIf')?.data,
      xmp,
      texts: await textsForExif(chunks, context.codecs.deflate),
    },
    context.keep,
  );
  return {
    bytes,
    width,
    height,
    orientation: ancillary.orientation,
    icc: typeof colours === 'object' && colours ? colours.icc : colours === 'srgb' ? null : ancillary.icc,
    exif,
    frameCount: chunks.filter(({ type }) => type === 'fcTL').length,
    obstacle: colours === 'unjudged' ? 'HDR, or in a colour space in which changes cannot be judged' : null,
    losses: await lostDescriptions(removedDescriptions(chunks, { ...ancillary, texts }).bytes, null, [xmp]),
    ...(header.depth === 16 ? { deep: samplesAlone(chunks) } : {}),
  };
};

function samplesAlone(chunks: readonly Chunk[]): Uint8Array {
  return writeChunks(chunks.filter(({ type }) => ['IHDR', 'tRNS', 'IDAT', 'IEND'].includes(type)));
}
