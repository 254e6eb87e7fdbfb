import { isEngineError } from '../../errors.ts';
import { findPictureUses } from '../displayed/find-picture-uses.ts';
import { UNKNOWN_USE, type PictureUse } from '../displayed/picture-use.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { Part } from '../package/opc-package.ts';
import { freePartName, partKey } from '../package/part-names.ts';
import { isPicture } from '../part-kinds.ts';
import { planHiddenAreas } from './crop-hidden-areas.ts';
import { decodeBmp, isBmp } from './decode-bmp.ts';
import { PICTURE_FORMATS, type NewPicture } from './new-picture.ts';
import { recompressPicture, type PictureTask } from './recompress-picture.ts';

/** Makes every raster picture smaller, by the size it is shown at. */
export const shrinkPictures: PackageStep = {
  name: 'pictures',
  async run(office: OfficePackage): Promise<void> {
    const uses = await findUses(office);
    const pictures = office.opc.parts.filter(isRasterPicture);
    const enoughBytes = TOO_LITTLE * office.opc.packedBytes;
    let done = 0;
    for (const part of pictures) {
      office.context.signal.throwIfAborted();
      const picture = await shrinkOne(office, part, {
        use: uses.get(partKey(part.name)) ?? UNKNOWN_USE,
        enoughBytes,
      });
      if (picture) applyPicture(office, part, picture);
      done++;
      if (office.depth === 0) office.context.onProgress(0.1 + (0.75 * done) / pictures.length);
    }
  },
};

/** Share of the deck's bytes below which it does not matter what more could be saved on a picture. */
const TOO_LITTLE = 0.0007;

/** Sizes are known in presentations only; pictures of embedded workbooks and texts keep their pixels. */
async function findUses({ opc, main, context }: OfficePackage): Promise<Map<string, PictureUse>> {
  if (!main.contentType.includes('presentationml')) return new Map();
  return findPictureUses(opc, main, context.signal);
}

/**
 * The picture without what is cropped away wherever it is shown, where people asked for the smallest file.
 * @returns null where nothing is hidden, or cutting it off does not help
 */
async function shrinkVisiblePart(
  { opc, context, quality }: OfficePackage,
  part: Part,
  task: PictureTask,
): Promise<NewPicture | null> {
  const { left, top, right, bottom } = task.use.visible;
  if (!quality.removesHidden || (right - left) * (bottom - top) === 1) return null;
  const size = isBmp(task.bytes) ? decodeBmp(task.bytes) : await context.codecs.image.probe(task.bytes);
  const plan = await planHiddenAreas(opc, part, task.use, size);
  const found = plan && (await recompressPicture({ ...task, use: plan.use, crop: plan.crop }));
  if (!found) return null;
  for (const [page, content] of plan.pages) opc.replace(page, content);
  context.report.changed(
    'cropped-areas-removed',
    'Removed the parts of pictures that were cropped away on every slide.',
    {
      count: 1,
    },
  );
  return found;
}

/** Vector pictures have steps of their own; HD Photo has no codec here. */
function isRasterPicture(part: Part): boolean {
  return isPicture(part) && !/emf|wmf|svg|vnd\.ms-photo|wdp/.test(part.contentType);
}

/** One bad picture never sinks a deck: it stays as it is, and the report says so. */
async function shrinkOne(
  office: OfficePackage,
  part: Part,
  facts: Pick<PictureTask, 'use' | 'enoughBytes'>,
): Promise<NewPicture | null> {
  const { opc, context, quality } = office;
  try {
    const bytes = await opc.read(part);
    const packedBytes = Math.min(bytes.length, part.entry?.packed.length ?? Infinity);
    const task = { bytes, packedBytes, ...facts, quality, context };
    const found = (await shrinkVisiblePart(office, part, task)) ?? (await recompressPicture(task));
    if (!found)
      context.report.skipped('picture-already-small', 'Pictures that were already as small as they can be.');
    return found;
  } catch (error) {
    if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
    context.report.skipped('picture-not-readable', 'Pictures that could not be read were left as they are.');
    return null;
  }
}

function applyPicture({ opc, context }: OfficePackage, part: Part, picture: NewPicture): void {
  const { extension, contentType } = PICTURE_FORMATS[picture.format];
  const savedBytes = Math.max(0, (part.entry?.packed.length ?? picture.bytes.length) - picture.bytes.length);
  const isRenamed = !normalType(part.contentType).includes(picture.format);
  if (isRenamed)
    opc.replaceAs(
      part,
      freePartName(part.name, extension, (name) => opc.find(name) !== undefined),
      contentType,
      picture.bytes,
    );
  else opc.replace(part, picture.bytes);

  const { report } = context;
  if (picture.score !== null) report.scored(picture.score);
  report.changed('pictures-recompressed', 'Made pictures smaller.', { count: 1, savedBytes });
  if (picture.isResized) {
    report.changed('pictures-resized', 'Brought pictures down to the size they are shown at.', { count: 1 });
  }
  if (isRenamed) {
    report.changed('pictures-converted', 'Stored pictures in a format that suits them better.', { count: 1 });
  }
}

/** "image/jpg" is a common misspelling. */
function normalType(contentType: string): string {
  return contentType.replace('jpg', 'jpeg');
}
