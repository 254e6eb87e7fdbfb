import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { FILE_KINDS, KIND_INFO, type FileKind } from '#engine/index.ts';
import type { Raster } from '#engine/base/raster.ts';
import { boxFontPdf, type1Pdf } from '#tests/fixtures/pdf/font-documents.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { featurePdf, flateOf, picturePdf, textPdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import {
  directory,
  film,
  KINDS,
  multiPicture,
  privateExif,
  samsungTrailer,
  withFirst,
  xmp,
} from '#tests/fixtures/pictures/linked-jpegs.ts';
import { animationOf } from '#tests/fixtures/pictures/png-animations.ts';
import { ultraHdr } from '#tests/fixtures/pictures/ultra-hdr.ts';
import { animationOfStills } from '#tests/fixtures/pictures/webp-animation.ts';
import { buildDeck, imageRelationship, pictureBackground, pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { Random } from '../random.ts';
import { asGrey, inInks, photoLike, userInterface, withSoftAlpha } from '../generated-pictures.ts';
import { joined } from './mutation.ts';

/** A sound file that mutants are made of. */
export interface Seed {
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
}

type Named = Readonly<Record<string, Uint8Array | Promise<Uint8Array>>>;

/** Small files of every kind with what the formats can hold, made here: always the same bytes. */
export async function generatedSeeds(): Promise<Seed[]> {
  const byKind: Readonly<Partial<Record<FileKind, Named>>> = {
    jpeg: jpegs(),
    png: pngs(),
    webp: webps(),
    pdf: await pdfs(),
    pptx: await decks(),
  };
  const seeds = FILE_KINDS.flatMap((kind) =>
    Object.entries(byKind[kind] ?? {}).map(async ([name, bytes]) => ({ name, kind, bytes: await bytes })),
  );
  return Promise.all(seeds);
}

/** Larger files take long and show nothing that small ones do not. */
const MAX_SEED_BYTES = 2_000_000;

/** The files of a folder and the folders in it that are of our kinds and at most 2 MB. */
export async function seedsIn(folder: string): Promise<Seed[]> {
  const seeds: Seed[] = [];
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const kind = FILE_KINDS.find((each) =>
      KIND_INFO[each].extensions.some((end) => name.endsWith(`.${end}`)),
    );
    const path = join(folder, name);
    const { size } = await stat(path);
    if (kind && size > 0 && size <= MAX_SEED_BYTES)
      seeds.push({ name, kind, bytes: new Uint8Array(await readFile(path)) });
  }
  return seeds;
}

const [WIDTH, HEIGHT] = [48, 36];

/** A photograph with grain: codecs find something to do. */
function photo(seed = 1, width = WIDTH, height = HEIGHT): Raster {
  const picture = photoLike(width, height, seed);
  const random = new Random(seed);
  const data = picture.data.map((sample) => Math.max(0, Math.min(255, sample + random.below(12) - 6)));
  return { ...picture, data };
}

function toSharp({ data, width, height, channels }: Raster): ReturnType<typeof sharp> {
  return sharp(data, { raw: { width, height, channels } });
}

async function bytesOf(picture: ReturnType<typeof sharp>): Promise<Uint8Array> {
  return new Uint8Array(await picture.toBuffer());
}

const EXIF = { IFD0: { Artist: 'Somebody', Copyright: 'None' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } };

function jpegs(): Named {
  const plain = () => toSharp(photo());
  return {
    baseline: bytesOf(plain().jpeg({ quality: 92, optimiseCoding: false })),
    progressive: bytesOf(plain().jpeg({ quality: 92, progressive: true, chromaSubsampling: '4:4:4' })),
    camera: bytesOf(
      plain().withMetadata({ orientation: 6, density: 300 }).withExifMerge(EXIF).jpeg({ quality: 95 }),
    ),
    profile: bytesOf(plain().withIccProfile('p3').jpeg({ quality: 93 })),
    grey: bytesOf(toSharp(asGrey(photo())).toColourspace('b-w').jpeg({ quality: 95 })),
    inks: bytesOf(
      toSharp(photo(1, 32, 24))
        .toColourspace('cmyk')
        .jpeg({ quality: 95 }),
    ),
    'gain map': ultraHdr(),
    ...linkedJpegs(bytesOf(plain().jpeg({ quality: 92 })), bytesOf(toSharp(photo(2)).jpeg({ quality: 92 }))),
  };
}

/** A film, a second eye, data of a maker, and a second picture in XMP. */
function linkedJpegs(first: Promise<Uint8Array>, second: Promise<Uint8Array>): Named {
  const items = directory(['Primary', 'image/jpeg'], ['MotionPhoto', 'video/mp4', film().length]);
  const other = async () => withFirst(await second, privateExif());
  const base64 = async () => Buffer.from(await other()).toString('base64');
  return {
    'motion photo': first.then((own) =>
      joined([withFirst(own, xmp('GCamera:MotionPhoto="1"', items)), film()]),
    ),
    'two eyes': Promise.all([first, other()]).then(([own, bytes]) =>
      multiPicture(own, KINDS.disparity, [{ kind: KINDS.disparity, bytes }]),
    ),
    'maker data': Promise.all([first, other()]).then(([own, bytes]) => {
      const blocks = [
        ['MCC_Data', [0x32, 0x36, 0x32]],
        ['Depth_1', bytes],
        ['MotionPhoto_Data', film()],
      ] as const;
      return joined([own, Uint8Array.from(samsungTrailer(blocks))]);
    }),
    'second eye in XMP': Promise.all([first, base64()]).then(([own, data]) =>
      withFirst(own, xmp(`GPano:ProjectionType="equirectangular" GImage:Data="${data}"`)),
    ),
  };
}

function pngs(): Named {
  const drawing = () => toSharp(userInterface(64, 48));
  return {
    photo: bytesOf(toSharp(photo()).png({ compressionLevel: 1 })),
    drawing: bytesOf(drawing().png({ compressionLevel: 1 })),
    palette: bytesOf(drawing().png({ palette: true, colours: 16 })),
    transparent: bytesOf(toSharp(withSoftAlpha(photo())).png({ compressionLevel: 3 })),
    grey: bytesOf(toSharp(asGrey(photo())).toColourspace('b-w').png({ compressionLevel: 1 })),
    'sixteen bits': bytesOf(toSharp(photo()).toColourspace('rgb16').png({ compressionLevel: 1 })),
    interlaced: bytesOf(drawing().withIccProfile('p3').png({ progressive: true, compressionLevel: 1 })),
    animated: animationOf([
      { picture: photo(1), delay: 0 },
      { picture: photo(2, 20, 20), x: 9, y: 7, delay: 70, dispose: 1, blend: 1 },
      { picture: photo(3), delay: 500, dispose: 2 },
    ]),
  };
}

function webps(): Named {
  return {
    lossy: bytesOf(toSharp(photo(1, 96, 72)).webp({ quality: 100, effort: 1 })),
    lossless: bytesOf(toSharp(userInterface(60, 45)).webp({ lossless: true, effort: 0 })),
    transparent: bytesOf(toSharp(withSoftAlpha(photo(1, 96, 72))).webp({ quality: 100, effort: 1 })),
    profile: bytesOf(
      toSharp(photo(1, 96, 72))
        .withIccProfile('p3')
        .withExifMerge(EXIF)
        .webp({ quality: 100, effort: 1 }),
    ),
    animated: webpAnimation(),
  };
}

async function webpAnimation(): Promise<Uint8Array> {
  const stills = [1, 2, 3].map((seed) => bytesOf(toSharp(photo(seed)).webp({ lossless: true, effort: 0 })));
  return animationOfStills(await Promise.all(stills), { width: WIDTH, height: HEIGHT }, [0, 40, 1000]);
}

async function pdfs(): Promise<Named> {
  const jpeg = await bytesOf(toSharp(photo(1, 120, 90)).jpeg({ quality: 95 }));
  const rgb = '/ColorSpace/DeviceRGB/BitsPerComponent 8';
  return {
    features: featurePdf(),
    text: textPdf(20),
    'JPEG picture': picturePdf({ width: 120, height: 90, dict: `${rgb}/Filter/DCTDecode`, data: jpeg }),
    'masked picture': maskedPicture(),
    'ink picture': picturePdf(flateOf(inInks(photo()))),
    'Type 1 font': type1Pdf(['(AB)', '(BA)']),
    'TrueType font': boxFontPdf('composite', '<002100220023>'),
    modern: modernPdf(jpeg),
    claims: claimingPdf(),
  };
}

/** Claims of PDF/X and PDF/A, an output intent, a form of two fields that look alike, strings and numbers of every form. */
function claimingPdf(): Uint8Array {
  const builder = new PdfBuilder();
  const { dict, data } = flateOf(photo());
  const picture = builder.stream(`/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}${dict}`, data);
  const claim = '<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"/>';
  const packet = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${claim}</rdf:RDF>`;
  const look = () => builder.stream('/Type/XObject/Subtype/Form/BBox[0 0 90 20]', '0.9 g 0 0 90 20 re f');
  const fields = [1, 2].map((number) =>
    builder.add(
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(field\\${number})/Rect[+50 -.0 140. 00${number}0]/AP<</N ${look()}>>>>`,
    ),
  );
  builder.inCatalog(`/AcroForm<</Fields[${fields.join(' ')}]>>`);
  builder.inCatalog(`/Metadata ${builder.stream('/Type/Metadata/Subtype/XML', packet)}`);
  builder.inCatalog('/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)/Info(\\(a\\)\\r)>>]');
  builder.page(
    'q 200 0 0 150 100 500 cm /P Do Q',
    `/XObject<</P ${picture}>>`,
    `/Annots[${fields.join(' ')}]`,
  );
  const info = builder.add('<</Title(Claim\\)\\251)/GTS_PDFXVersion(PDF/X-4)/Trapped/False>>');
  return builder.build({ version: '1.6', trailer: `/ID[(first)(second)]/Info ${info}` });
}

/** A picture with a soft mask, an indexed one, a pattern, a form and a shading. */
function maskedPicture(): Uint8Array {
  const builder = new PdfBuilder();
  const { dict, data } = flateOf(photo());
  const grey = flateOf(asGrey(photo()));
  const size = `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}`;
  const mask = builder.stream(`${size}${grey.dict}`, grey.data);
  const picture = builder.stream(`${size}${dict}/SMask ${mask}`, data);
  const palette = '<000000ff000000ff000000ffffffff00ffff00ff>';
  const indexed = builder.stream(
    `/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 6 ${palette}]`,
    Uint8Array.from({ length: 16 }, (_, at) => at % 7),
  );
  const form = builder.stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Matrix[1 0 0 1 20 20]',
    '0.5 0 0 rg 0 0 60 60 re f',
  );
  const ramp = '<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>';
  const shading = builder.add(
    `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 400 0]/Function ${ramp}/Extend[true true]>>`,
  );
  const content =
    'q 0 0 612 100 re W n /S sh Q q 200 0 0 150 100 500 cm /P Do Q q 100 0 0 100 350 500 cm /I Do Q /F Do';
  builder.page(content, `/XObject<</P ${picture}/I ${indexed}/F ${form}>>/Shading<</S ${shading}>>`);
  return builder.build();
}

/** Objects in object streams and a cross-reference stream, as PDF 1.5 and later have them. */
async function modernPdf(jpeg: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const font = await document.embedFont(StandardFonts.Helvetica);
  const image = await document.embedJpg(jpeg);
  for (const number of [1, 2]) {
    const page = document.addPage([400, 300]);
    page.drawText(`Page ${number}`, { x: 40, y: 250, size: 20, font });
    page.drawImage(image, { x: 40, y: 40, width: 160, height: 120 });
  }
  return document.save({ useObjectStreams: true });
}

/** Pictures are just large enough to be made smaller for where they are shown: a mutant's time goes by their pixels. */
async function decks(): Promise<Named> {
  const large = await bytesOf(toSharp(photo(1, 135, 90)).jpeg({ quality: 95 }));
  const small = await bytesOf(toSharp(photo(4)).png({ compressionLevel: 1 }));
  const drawing = await bytesOf(toSharp(userInterface(64, 48)).png({ compressionLevel: 1 }));
  const text = '<p:sp><p:txBody><a:p><a:r><a:t>A sentence of the slide</a:t></a:r></a:p></p:txBody></p:sp>';
  const twoPictures = buildDeck({
    slides: [
      {
        shapes: text + pictureShape({ rId: 'rId2', width: 0.5, height: 0.33 }),
        relationships: [imageRelationship('rId2', 'image1.jpeg')],
      },
      {
        shapes: pictureShape({ rId: 'rId2', width: 3, height: 2, id: 11 }) + text,
        relationships: [imageRelationship('rId2', 'image2.png')],
      },
    ],
    parts: { 'ppt/media/image1.jpeg': large, 'ppt/media/image2.png': small },
  });
  const cropped = buildDeck({
    slides: [
      {
        shapes: pictureShape({ rId: 'rId2', width: 0.6, height: 0.6, sourceRect: 'l="25000" r="25000"' }),
        background: pictureBackground('rId3'),
        relationships: [imageRelationship('rId2', 'image1.png'), imageRelationship('rId3', 'image2.jpeg')],
      },
      { shapes: text },
    ],
    parts: {
      'ppt/media/image1.png': drawing,
      'ppt/media/image2.jpeg': large,
      'ppt/media/unused.png': small,
      'docProps/thumbnail.jpeg': large,
    },
    packageRelationships: [{ id: 'rId9', type: 'metadata/thumbnail', target: 'docProps/thumbnail.jpeg' }],
  });
  return { 'two pictures': twoPictures, cropped };
}
