import { latin1 } from '../../../../base/bytes.ts';
import type { Raster } from '../../../../base/raster.ts';
import { EngineError } from '../../../../api/errors.ts';
import { refuseRareJpeg } from '../../../../containers/jpeg/segments.ts';
import type { DecodedStream } from '../../filters/decode-stream.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { faxParams, wrapFaxAsTiff } from './ccitt-tiff.ts';
import type { ColourSpace } from './colour-space.ts';
import { toBitmap, type Bitmap } from '../jbig2/bitmap.ts';
import { decodeBitmap } from '../jbig2/decode-bitmap.ts';
import { refuseRareCodes } from '../jbig2/refuse-rare-codes.ts';
import { SPARE_SAMPLE_BYTES } from '../../tuning.ts';
import { codecOf, type Picture } from './picture.ts';
import {
  expandPalette,
  inverted,
  mapSamples,
  packSamples,
  rowBytesOf,
  unpackSamples,
  widenSamples,
} from './samples.ts';

/** A decoded picture, by what can be done with it. */
export type Decoded =
  | {
      readonly kind: 'bilevel';
      /** 1 for the sample value 0, which is black in grey pictures and paint in stencils. */
      readonly bitmap: Bitmap;
    }
  | {
      readonly kind: 'samples';
      /** As viewers show it: indexes looked up, inversion applied; 8 bits a sample. */
      readonly raster: Raster;
      /** Whether the raster holds all that the picture says, so that it can be stored again without loss. */
      readonly isExact: boolean;
    }
  | {
      /** Samples of colours that are not understood: they can be packed again, and nothing else. */
      readonly kind: 'packed';
      readonly data: Uint8Array;
      readonly components: number;
    };

/**
 * Decodes a picture.
 * @throws EngineError "unsupported" for what is left alone on purpose, "damaged" when there is too little data
 */
export async function decodePicture(job: PdfJob, picture: Picture): Promise<Decoded> {
  switch (codecOf(picture)) {
    case 'jpeg':
      return decodeJpeg(job, picture, await unwrapped(job, picture));
    case 'jpx':
      return decodeJpx(job, picture, await unwrapped(job, picture));
    case 'ccitt':
      return decodeFax(job, picture, await unwrapped(job, picture));
    case 'jbig2':
      return decodeJbig2(job, picture, await unwrapped(job, picture));
    case 'raw':
      return decodeRaw(job, picture);
  }
}

/** A picture's data with nothing but its own codec left to undo. */
export async function unwrapped(job: PdfJob, picture: Picture): Promise<DecodedStream> {
  const decoded = await job.decode(picture.stream);
  if (decoded.rest.length !== 1)
    throw new EngineError('unsupported', 'The image is packed in an unusual way.');
  return decoded;
}

async function decodeJpeg(job: PdfJob, picture: Picture, { bytes, rest }: DecodedStream): Promise<Decoded> {
  const { space, width, height, bits } = picture;
  refuseRareJpeg(bytes);
  if (rest[0]!.params?.has('ColorTransform')) {
    throw new EngineError('unsupported', 'The image overrides how its JPEG stores colour.');
  }
  const raster = await job.context.codecs.image.decode(bytes, { colour: 'stored' });
  const isAsDeclared = raster.width === width && raster.height === height && raster.space === space?.family;
  // Some viewers go by the depth of the JPEG, others by the dictionary's.
  if (!isAsDeclared || bits !== 8) {
    throw new EngineError('unsupported', 'The image and its dictionary disagree.');
  }
  const isTurned = picture.decode === 'inverted' && raster.space !== 'cmyk';
  return { kind: 'samples', raster: isTurned ? inverted(raster) : raster, isExact: false };
}

async function decodeJpx(job: PdfJob, picture: Picture, { bytes }: DecodedStream): Promise<Decoded> {
  const { width, height, space } = picture;
  if (!space && (picture.keepsSpace || !hasDeviceColours(bytes))) {
    throw new EngineError('unsupported', 'The image brings a colour space of its own.');
  }
  const raster = await job.context.codecs.jpx.decode(bytes);
  const isExpected = space ? raster.space === space.family : raster.space !== 'cmyk';
  if (raster.width !== width || raster.height !== height || !isExpected || picture.decode !== 'default') {
    throw new EngineError('unsupported', 'The image and its dictionary disagree.');
  }
  return { kind: 'samples', raster, isExact: false };
}

/** Colour specification boxes come before the codestream. */
const JPX_HEADER_BYTES = 4096;

/**
 * Whether the colours that a JPEG 2000 picture says it has are what viewers take device colours for: sRGB or its grey, or not
 * said at all (ISO 15444-1, I.5.3.3).
 */
function hasDeviceColours(jpx: Uint8Array): boolean {
  const at = latin1(jpx, 0, JPX_HEADER_BYTES).indexOf('colr');
  const [method, , , , , , space] = jpx.subarray(at + 4);
  return at < 0 || (method === ENUMERATED && (space === SRGB || space === GREYSCALE));
}

const [ENUMERATED, SRGB, GREYSCALE] = [1, 16, 17];

async function decodeFax(job: PdfJob, picture: Picture, { bytes, rest }: DecodedStream): Promise<Decoded> {
  const { width, height } = picture;
  const { k, columns, isOneBlack, isByteAligned } = faxParams(rest[0]!, job.document);
  if (columns !== width || isByteAligned || picture.bits !== 1 || picture.space?.components !== 1) {
    throw new EngineError('unsupported', 'The fax image uses a rare layout.');
  }
  const grey = await job.context.codecs.image.decode(wrapFaxAsTiff(bytes, width, height, k));
  if (grey.width !== width || grey.height !== height || grey.channels !== 1) {
    throw new EngineError('damaged', 'The fax image cannot be read.');
  }
  const bits = mapSamples(grey.data, (sample) => sample >> 7);
  return {
    kind: 'bilevel',
    bitmap: toBitmap(packSamples(bits, width, height, 1), width, height, isOneBlack),
  };
}

async function decodeJbig2(job: PdfJob, picture: Picture, { bytes, rest }: DecodedStream): Promise<Decoded> {
  if (picture.bits !== 1 || picture.space?.components !== 1) {
    throw new EngineError('unsupported', 'The image and its dictionary disagree.');
  }
  const shared = job.document.stream(rest[0]!.params?.get('JBIG2Globals'));
  const globals = shared ? (await job.decode(shared)).bytes : new Uint8Array();
  const stored = { data: bytes, globals };
  refuseRareCodes(stored, picture);
  const { width, height } = picture;
  return { kind: 'bilevel', bitmap: await decodeBitmap(stored, { width, height }, job.bitmapDecoding) };
}

async function decodeRaw(job: PdfJob, picture: Picture): Promise<Decoded> {
  const { width, height, bits, space } = picture;
  if (!space || ![1, 2, 4, 8, 16].includes(bits))
    throw new EngineError('unsupported', 'The image has an unusual depth.');
  const { components } = space;
  const expected = rowBytesOf(width, components, bits) * height;
  const { bytes } = await job.decode(picture.stream, {
    declaredBytes: expected + SPARE_SAMPLE_BYTES,
    strict: true,
  });
  if (bytes.length < expected) throw new EngineError('damaged', 'The image has less data than it declares.');
  const data = bytes.subarray(0, expected);
  if (bits === 1 && components === 1 && space.family !== 'other') {
    return { kind: 'bilevel', bitmap: toBitmap(data, width, height, false) };
  }
  const raster = rasterOfSamples(data, picture, space);
  return raster ? { kind: 'samples', raster, isExact: bits <= 8 } : { kind: 'packed', data, components };
}

function rasterOfSamples(data: Uint8Array, picture: Picture, space: ColourSpace): Raster | undefined {
  const { width, height, bits, decode } = picture;
  if (decode === 'other' || space.family === 'other') return undefined;
  const shape = { width, height, components: space.components, bits };
  if (space.family === 'indexed') {
    const { base, palette } = space;
    if (bits > 8 || decode !== 'default' || base.family === 'other' || base.family === 'indexed')
      return undefined;
    const channels = base.components as 1 | 3 | 4;
    const samples = expandPalette(unpackSamples(data, shape), palette, channels);
    return { width, height, channels, space: base.family, data: samples };
  }
  const samples = widenSamples(unpackSamples(data, shape), bits);
  const raster: Raster = {
    width,
    height,
    channels: space.components as 1 | 3 | 4,
    space: space.family,
    data: samples,
  };
  return decode === 'inverted' ? inverted(raster) : raster;
}
