import sharp from 'sharp';
import type { Raster } from '#engine/base/raster.ts';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { detectKind } from '#engine/index.ts';
import type { Random } from '../random.ts';
import { deckOf, partsOf } from './deck-parts.ts';
import { pngOf } from './png-writings.ts';
import { rewrittenByQpdf } from './qpdf.ts';
import { turnedLeft, withOpaqueAlpha, withoutOpaqueAlpha } from './rasters.ts';
import type { Relation, RelationContext } from './relation.ts';
import { sharesOfRows } from './share-of-rows.ts';
import { compareTwins, type Twins } from './twins.ts';

/** AES takes 24 bytes of each stream. */
const SLACK = { share: 0.01, spareBytes: 700, points: 2, moreShares: { 'owner password, AES': 0.02 } };

const ORIENTED = 'turned by its orientation';

/** The same content in other words comes out the same. */
export const writing: Relation = {
  name: 'writing',
  title: 'the same content comes out the same, however it is written',
  check: async (file, context) => {
    const twins = await writtenTwins(file, context);
    const { moreShares } = SLACK;
    const ofRows = twins[ORIENTED] ? await sharesOfRows(twins, ORIENTED, context) : {};
    return compareTwins(twins, context.compress, { ...SLACK, moreShares: { ...moreShares, ...ofRows } });
  },
};

async function writtenTwins(file: Uint8Array, { image, random }: RelationContext): Promise<Twins> {
  const kind = detectKind(file);
  if (kind === 'pdf') return pdfTwins(file);
  if (kind === 'pptx') return deckTwins(file, random);
  const { format, frames, space } = await image.probe(file);
  if (frames > 1 || space === 'cmyk' || (format !== 'png' && format !== 'jpeg')) return {};
  const raster = withoutOpaqueAlpha(await image.decode(file));
  return format === 'png' ? pngTwins(raster) : jpegTwins(raster);
}

function pngTwins(raster: Raster): Twins {
  return {
    plain: pngOf(raster),
    'in 16 bits': pngOf(raster, { depth: 16 }),
    stored: pngOf(raster, { level: 0 }),
    'with opaque alpha': pngOf(withOpaqueAlpha(raster)),
  };
}

/** JPEGs of one quality, of which two have the same coefficients. */
async function jpegTwins(raster: Raster): Promise<Twins> {
  const jpeg = async ({ width, height, channels, data }: Raster, progressive = false): Promise<Uint8Array> =>
    new Uint8Array(
      await sharp(data, { raw: { width, height, channels } })
        .jpeg({ quality: 92, progressive, optimizeCoding: progressive })
        .toBuffer(),
    );
  const turned = await jpeg(turnedLeft(raster));
  return {
    plain: await jpeg(raster),
    progressive: await jpeg(raster, true),
    [ORIENTED]: withMetadata(turned, {
      icc: null,
      orientation: 6,
      density: null,
      comment: null,
    }),
  };
}

const QPDF_WAYS: Readonly<Record<string, readonly string[]>> = {
  'raw streams': ['--stream-data=uncompress', '--object-streams=disable'],
  'object streams': ['--object-streams=generate'],
  linearized: ['--linearize'],
  'owner password, RC4': ['--encrypt', '', 'owner', '128', '--use-aes=n', '--'],
  'owner password, AES': ['--encrypt', '', 'owner', '256', '--modify=none', '--'],
};

/** The document as qpdf writes it in several ways: one that it cannot write has no twins. */
async function pdfTwins(pdf: Uint8Array): Promise<Twins> {
  const plain = await rewrittenByQpdf(pdf, []);
  if (!plain) return {};
  const twins: Record<string, Uint8Array> = { plain };
  for (const [name, options] of Object.entries(QPDF_WAYS)) {
    const twin = await rewrittenByQpdf(pdf, options);
    if (twin) twins[name] = twin;
  }
  return twins;
}

function deckTwins(deck: Uint8Array, random: Random): Twins {
  const parts = [...partsOf(deck)];
  const shuffled = parts.map((part) => ({ part, at: random.next() })).sort((a, b) => a.at - b.at);
  return {
    plain: deckOf(parts),
    stored: deckOf(parts, 0),
    'in another order': deckOf(shuffled.map(({ part }) => part)),
  };
}
