import { EngineError } from '../../api/errors.ts';
import { checkPixels } from '../../api/limits.ts';
import { latin1, viewOf } from '../../base/bytes.ts';
import { damagedBoxes, readBoxes, readFullBox, type Box } from '../../containers/boxes/boxes.ts';
import { bytesOfItem, readItems } from '../../containers/boxes/heif-items.ts';
import { markedFloor } from './marker.ts';
import { keptForNewFile, lostDescriptions } from '../../metadata/kept-exif.ts';
import type { PictureReader } from '../../picture-options.ts';

/**
 * What an AVIF says of its picture. It is decoded as it is shown, turned and cropped as its own boxes say, so that EXIF has nothing
 * to say about that.
 * @throws EngineError "unsupported" for an animation
 */
export const readAvif: PictureReader = async (bytes, { codecs, keep }) => {
  const file = readBoxes(bytes);
  if (file.some(({ type }) => type === 'moov')) throw animated();
  const meta = boxesOfMeta(file);
  const properties = propertiesOf(meta);
  for (const { data } of properties.filter(({ type }) => type === 'ispe')) checkSize(data);
  const { width, height, icc } = await codecs.image.probe(bytes);
  checkPixels(width, height);
  const { exif: stored, xmp } = descriptionsOf(bytes, meta);
  const exif = keptForNewFile({ exif: stored, xmp }, keep);
  return {
    bytes,
    width,
    height,
    orientation: 1,
    markedFloor: markedFloor(file),
    icc,
    exif,
    frameCount: 0,
    obstacle: hasFarColours(properties)
      ? 'HDR, or in a colour space in which changes cannot be judged'
      : null,
    losses: await lostDescriptions((stored?.length ?? 0) + (xmp?.length ?? 0), exif, [xmp]),
  };
};

function animated(): EngineError {
  return new EngineError(
    'unsupported',
    'This AVIF image moves, and only still ones are read. Save the animation as a WebP and try again.',
  );
}

function boxesOfMeta(file: readonly Box[]): Box[] {
  const meta = file.find(({ type }) => type === 'meta');
  if (!meta) throw damagedBoxes();
  return readFullBox(meta);
}

/** Source: ISO/IEC 23008-12, 9.3. */
function propertiesOf(meta: readonly Box[]): Box[] {
  const holder = meta.find(({ type }) => type === 'iprp');
  const list = holder && readBoxes(holder.data).find(({ type }) => type === 'ipco');
  return list ? readBoxes(list.data) : [];
}

/** Of any item, also of a tile: each is decoded. */
function checkSize(data: Uint8Array): void {
  if (data.length < 12) throw damagedBoxes();
  const view = viewOf(data);
  checkPixels(view.getUint32(4), view.getUint32(8));
}

function descriptionsOf(bytes: Uint8Array, meta: readonly Box[]): { exif?: Uint8Array; xmp?: Uint8Array } {
  const items = readItems(meta);
  const find = (wanted: string): Uint8Array | null => {
    const item = items.find(({ type }) => type === wanted);
    return item ? bytesOfItem(bytes, meta, item.id) : null;
  };
  const [exif, xmp] = [find('Exif'), find('mime')];
  return { ...(exif ? { exif: tiffOf(exif) } : {}), ...(xmp ? { xmp } : {}) };
}

/** Four bytes say how many more lie before the TIFF structure. Source: ISO/IEC 23008-12, A.2.1. */
function tiffOf(item: Uint8Array): Uint8Array {
  if (item.length < 4) return new Uint8Array(0);
  return item.subarray(4 + viewOf(item).getUint32(0));
}

/** Primaries that sRGB has, or that are not told, and transfers of HDR. Source: ITU-T H.273, tables 2 and 3. */
const USUAL_PRIMARIES = [1, 2];
const HDR_TRANSFERS = [16, 18];

/** Whether colours are described by code points that no profile of the result would repeat. */
function hasFarColours(properties: readonly Box[]): boolean {
  const colours = properties.filter(({ type }) => type === 'colr');
  const hasProfile = colours.some(({ data }) => latin1(data, 0, 4) === 'prof');
  return colours.some(({ data }) => {
    if (latin1(data, 0, 4) !== 'nclx' || data.length < 8) return false;
    const [primaries, transfer] = [viewOf(data).getUint16(4), viewOf(data).getUint16(6)];
    return HDR_TRANSFERS.includes(transfer) || (!hasProfile && !USUAL_PRIMARIES.includes(primaries));
  });
}
