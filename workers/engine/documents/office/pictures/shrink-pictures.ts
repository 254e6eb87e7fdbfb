import { deriveContext } from '../../../context.ts';
import { change, joinFindings, skip } from '../../../api/report/findings.ts';
import type { Change, Findings } from '../../../api/report/report.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import { sourceBytesOf, type Part } from '../package/opc-package.ts';
import { freePartName, partKey } from '../package/part-names.ts';
import { isRasterPicture, pictureType } from '../part-kinds.ts';
import { UNKNOWN_USE, type PictureUse } from '../drawing/picture-use.ts';
import { packingMs } from '../pack-parts.ts';
import { isEmbeddedPackage } from '../structure/shrink-embedded-documents.ts';
import { tryPart } from '../try-part.ts';
import { planHiddenAreas, type HiddenAreaPlan } from './crop-hidden-areas.ts';
import { decodeBmp, isBmp } from './decode-bmp.ts';
import { contentTypeOf, packedLength, type NewPicture } from './new-picture.ts';
import { samplesIn } from './deck-picture-budget.ts';
import type { PictureTask } from './picture-task.ts';
import { PicturesAhead, type EarlyPicture } from './pictures-ahead.ts';
import { recompressDeckPicture } from './recompress-deck-picture.ts';
import { WorkShares } from './work-shares.ts';
import { LOSSY_PROGRESS } from '../../../search/tuning.ts';
import { HARDLY_ANY_BYTES, HELD_PICTURE_BYTES, NEGLIGIBLE_DECK_SHARE } from '../tuning.ts';

/** Makes every raster picture smaller, by the size it is shown at. */
export const shrinkPictures: PackageStep = {
  name: 'pictures',
  async run(office: OfficePackage): Promise<Partial<Findings>> {
    const { opc, context, embeddedIn } = office;
    // Pictures of embedded workbooks and texts keep their pixels.
    const uses = (await office.kind?.pictureUses(office)) ?? new Map<string, PictureUse>();
    const pictures = opc.parts.filter(isRasterPicture).sort((a, b) => packedBytes(b) - packedBytes(a));
    const others = opc.parts.filter((part) => !isRasterPicture(part));
    const useOf = (part: Part): PictureUse => uses.get(partKey(part.name)) ?? UNKNOWN_USE;
    // What the large ones leave of their shares, the small ones may need.
    const turns = (await readPictures(office, pictures, useOf)).sort((a, b) => sizeOf(b) - sizeOf(a));
    const sizes = turns.map(sizeOf);
    const embedded = others.filter(isEmbeddedPackage).map(packedBytes);
    const shares = new WorkShares(context.budget, {
      count: turns.length,
      bytes: sumOf([...sizes, ...embedded]),
      reserveMs: packingMs(others),
    });
    const enoughBytes = NEGLIGIBLE_DECK_SHARE * sumOf(sizes);
    const found: Partial<Findings>[] = [];
    const ahead = new PicturesAhead(
      turns.map((turn) => earlyPicture(office, turn, enoughBytes)),
      { shares, sizes },
      context,
    );
    for (const [index, turn] of turns.entries()) {
      context.signal.throwIfAborted();
      const own = {
        makePicture: (task: PictureTask) => ahead.make(index, task),
        ...office,
        context: deriveContext(context, { budget: shares.next(sizeOf(turn)) }),
      };
      const work = (): Promise<Partial<Findings>> => shrinkOne(own, turn, enoughBytes);
      found.push(await tryPart(context, 'picture-unreadable', work));
      if (embeddedIn.length === 0) context.onProgress((LOSSY_PROGRESS * found.length) / turns.length);
    }
    return joinFindings(...turns.map(({ findings }) => findings), ...found);
  },
};

/** Bytes that a part takes in the package before it is worked on. */
function packedBytes({ entry, content }: Part): number {
  return Math.min(entry?.packed.length ?? Infinity, content?.length ?? Infinity);
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A picture as it waits for its turn. */
interface PictureTurn {
  readonly part: Part;
  /** Null where it stays as it is. */
  readonly picture: Omit<EarlyPicture, 'bytes' | 'enoughBytes'> | null;
  /** Its bytes; null where they are read again at its turn. */
  readonly bytes: Uint8Array | null;
  /** Why it stays as it is. */
  readonly findings: Partial<Findings>;
}

/** Bytes that a picture takes in a package, however this one packs it; as it lies where it stays as it is. */
function sizeOf({ part, picture }: PictureTurn): number {
  return picture?.bytesToBeat ?? packedBytes(part);
}

/** Reads pictures before the first is worked on. */
async function readPictures(
  office: OfficePackage,
  parts: readonly Part[],
  useOf: (part: Part) => PictureUse,
): Promise<PictureTurn[]> {
  const turns: PictureTurn[] = [];
  let heldBytes = 0;
  for (const part of parts) {
    office.context.signal.throwIfAborted();
    const turn = await readPicture(office, part, useOf(part));
    heldBytes += turn.bytes?.length ?? 0;
    turns.push(heldBytes <= HELD_PICTURE_BYTES ? turn : { ...turn, bytes: null });
  }
  return turns;
}

async function readPicture(
  { opc, context, quality, pictureBudget }: OfficePackage,
  part: Part,
  use: PictureUse,
): Promise<PictureTurn> {
  let read: Pick<PictureTurn, 'bytes' | 'picture'> = { bytes: null, picture: null };
  const findings = await tryPart(context, 'picture-unreadable', async () => {
    const bytes = await opc.read(part);
    const samples = await samplesIn(bytes, context.codecs.image);
    if (bytes.length <= HARDLY_ANY_BYTES) return { skips: [skip('picture-already-small')] };
    if (!pictureBudget.take(samples)) return { skips: [skip('too-much-work')] };
    // How the package packs it says nothing about the picture.
    const bytesToBeat = await packedLength(bytes, context.codecs.deflate);
    read = { bytes, picture: { bytesToBeat, use, quality } };
    return {};
  });
  return { part, ...read, findings };
}

/** A picture that may be made before its turn: not where its pages change with it, or a search keeps what is made. */
function earlyPicture(
  { quality, makePicture }: OfficePackage,
  { picture, bytes }: PictureTurn,
  enoughBytes: number,
): EarlyPicture | null {
  const mayBe = picture && bytes && !makePicture && !(quality.removesHidden && hidesParts(picture.use));
  return mayBe ? { ...picture, bytes, enoughBytes } : null;
}

async function shrinkOne(
  office: OfficePackage & Required<Pick<OfficePackage, 'makePicture'>>,
  { part, picture: read, bytes }: PictureTurn,
  enoughBytes: number,
): Promise<Partial<Findings>> {
  const { opc, context, embeddedIn, makePicture } = office;
  if (!read) return {};
  const task = { ...read, enoughBytes, bytes: bytes ?? (await opc.read(part)), context };
  const visible = await shrinkVisiblePart(office, part, task);
  const path = [...embeddedIn, part.name].join('\n');
  const picture = visible?.picture ?? (await makePicture(task, path));
  if (!picture) return { skips: [skip('picture-already-small')] };
  for (const [page, content] of visible?.pages ?? []) opc.replace(page, content);
  const changes = replacePicture(office, part, picture);
  if (visible) changes.unshift(change('cropped-areas-removed', { count: 1 }));
  return { score: picture.score, changes };
}

/**
 * The picture without what is cropped away wherever it is shown, where the quality allows that.
 * @returns null where nothing is hidden, or cutting it off does not help
 */
async function shrinkVisiblePart(
  { opc, context, quality }: OfficePackage,
  part: Part,
  task: PictureTask,
): Promise<(Pick<HiddenAreaPlan, 'pages'> & { readonly picture: NewPicture }) | null> {
  if (!quality.removesHidden || !hidesParts(task.use)) return null;
  const size = isBmp(task.bytes) ? decodeBmp(task.bytes) : await context.codecs.image.probe(task.bytes);
  const plan = await planHiddenAreas(opc, part, { use: task.use, size, budget: context.budget });
  const picture = plan && (await recompressDeckPicture({ ...task, use: plan.use, crop: plan.crop }));
  return picture && { picture, pages: plan.pages };
}

function hidesParts({ visible: { left, top, right, bottom } }: PictureUse): boolean {
  return (right - left) * (bottom - top) !== 1;
}

/** Names, content types and relationships follow the format. */
function replacePicture({ opc }: OfficePackage, part: Part, picture: NewPicture): Change[] {
  const { bytes, format, isResized } = picture;
  const isConverted = !pictureType(part).includes(format);
  if (isConverted) {
    const name = freePartName(part.name, format, (taken) => opc.find(taken) !== undefined);
    opc.replaceAs(part, name, contentTypeOf(format), bytes);
  } else opc.replace(part, bytes);
  const savedBytes = Math.max(0, sourceBytesOf(part) - bytes.length);
  return [
    change('pictures-recompressed', { count: 1, savedBytes }),
    ...(isResized ? [change('pictures-resized', { count: 1 })] : []),
    ...(isConverted ? [change('pictures-converted', { count: 1 })] : []),
  ];
}
