import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '#engine/index.ts';
import { readAnymap, type Shown } from './block-means.ts';
import { viewDeck } from './deck-view.ts';
import { runProgram } from '../run-program.ts';
import type { View } from './view.ts';

/** Name of a first frame that fills its canvas. An encoder may make it smaller where the rest shows nothing. */
export const FIRST_FRAME = 'first frame';

/** Shows a file in other programs: libjpeg's, libpng's by Netpbm, libwebp's, Poppler, qpdf, unzip and libxml2's. */
export async function viewFile(kind: FileKind, bytes: Uint8Array, folder: string): Promise<View> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'file');
  try {
    await writeFile(path, bytes);
    return (await VIEWERS[kind]?.(path, folder)) ?? UNSEEN;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Viewer = (path: string, folder: string) => Promise<View>;

/** By kind; tests/unit/bench/kinds.test.ts names what is missing. */
export const VIEWERS: Readonly<Partial<Record<FileKind, Viewer>>> = {
  jpeg: (path) => viewPicture('djpeg', ['-pnm', path]),
  png: viewPng,
  webp: viewWebp,
  pdf: viewPdf,
  pptx: (path, folder) => viewDeck(path, join(folder, 'parts'), viewMedium),
};

/** Of a kind that no other program shows. */
const UNSEEN: View = { trouble: 0, complaints: '', shown: new Map(), facts: [] };

async function viewPicture(program: string, args: readonly string[]): Promise<View> {
  const { status, output, complaints } = await runProgram(program, args);
  const shown = readAnymap(output);
  // djpeg ends with 2 after warnings; Netpbm's programs warn and end with 0.
  const isSound = status === 0 && complaints === '';
  return {
    trouble: shown ? (isSound ? 0 : 1) : 2,
    complaints: complaints.trim(),
    shown: new Map(shown ? [['picture', shown]] : []),
    facts: [],
  };
}

/** libpng shows what it can; pngcheck says whether a file keeps to the standard. */
async function viewPng(path: string): Promise<View> {
  const [view, check] = await Promise.all([
    viewPicture('pngtopam', ['-alphapam', path]),
    runProgram('pngcheck', ['-q', path]),
  ]);
  if (check.status === 0) return view;
  const said = check.output.toString('latin1').trim();
  return { ...view, trouble: view.trouble === 2 ? 2 : 1, complaints: `${view.complaints}\n${said}`.trim() };
}

/** dwebp shows stills; of an animation webpmux cuts the first frame out. webpinfo says whether a file is sound. */
async function viewWebp(path: string, folder: string): Promise<View> {
  const info = await runProgram('webpinfo', [path]);
  const text = info.output.toString('latin1');
  const isAnimated = /Animation: 1/.test(text);
  const picture = isAnimated ? await viewFirstFrame(path, folder, text) : await viewWebpStill(path, text);
  if (info.status === 0 && /No error detected/.test(text))
    return { ...picture, facts: isAnimated ? animationFacts(text) : [] };
  const said = text.split('\n').filter((line) => /error|warning|invalid/i.test(line));
  return {
    ...picture,
    trouble: picture.trouble === 2 ? 2 : 1,
    complaints: [picture.complaints, ...said].join('\n').trim(),
  };
}

/** dwebp writes the alpha that lossless samples hold even where their header says that there is none; browsers show none. */
function viewWebpStill(path: string, info = ''): Promise<View> {
  const isOpaque = /Chunk VP8L[^]*Alpha: 0\b/.test(info) && !info.includes('Chunk VP8X');
  return viewPicture('dwebp', ['-quiet', isOpaque ? '-ppm' : '-pam', path, '-o', '-']);
}

/** @param info what webpinfo says of the file */
async function viewFirstFrame(path: string, folder: string, info: string): Promise<View> {
  const still = join(folder, 'frame');
  const { status, complaints } = await runProgram('webpmux', ['-get', 'frame', '1', path, '-o', still]);
  if (status !== 0) return { trouble: 2, complaints, shown: new Map(), facts: [] };
  const view = await viewWebpStill(still);
  const picture = view.shown.get('picture');
  // A part of the canvas cannot be compared with the whole of it.
  const isWhole = picture && info.includes(`Canvas size ${picture.width} x ${picture.height}\n`);
  return { ...view, shown: new Map(isWhole ? [[FIRST_FRAME, picture]] : []) };
}

/** How often and how long an animation plays. Frames that show the same may be joined. */
function animationFacts(info: string): string[] {
  const total = [...info.matchAll(/Duration: (\d+)/g)].reduce((sum, [, ms]) => sum + Number(ms), 0);
  return [`loops ${/Loop count\s*: (\d+)/.exec(info)?.[1] ?? ''}`, `lasts ${total} ms`];
}

/** Pages of a document that are looked at, and at how many dots an inch: a letter becomes 204 by 264. */
const PAGES = 3;
const DPI = 24;

async function viewPdf(path: string): Promise<View> {
  const [check, info, drawn] = await Promise.all([
    runProgram('qpdf', ['--check', path]),
    runProgram('pdfinfo', [path]),
    runProgram('pdftoppm', ['-r', String(DPI), '-l', String(PAGES), '-cropbox', path]),
  ]);
  const pages = /^Pages:\s+(\d+)/m.exec(info.output.toString('latin1'))?.[1];
  const shown = new Map(splitAnymaps(drawn.output).map((page, index) => [`page ${index + 1}`, page]));
  const complaints = [check.complaints, drawn.complaints].join('\n').trim();
  if (drawn.status !== 0 || shown.size === 0 || pages === undefined)
    return { trouble: 2, complaints, shown, facts: [] };
  // qpdf ends with 2 after errors, with 3 after warnings.
  const isSound = check.status === 0 && drawn.complaints === '' && info.complaints === '';
  return { trouble: isSound ? 0 : 1, complaints, shown, facts: [`${pages} pages`] };
}

/** pdftoppm writes one anymap after the other. */
function splitAnymaps(output: Buffer): Shown[] {
  const pages: Shown[] = [];
  for (let at = 0; at < output.length;) {
    const rest = output.subarray(at);
    const page = readAnymap(rest);
    if (!page) break;
    pages.push(page);
    const headerBytes =
      /^P6\s+\d+\s+\d+\s+\d+\s/.exec(rest.toString('latin1', 0, 60))?.[0].length ?? rest.length;
    at += headerBytes + page.width * page.height * 3;
  }
  return pages;
}

/** A medium of a deck; null for kinds that none of the programs shows. */
async function viewMedium(path: string): Promise<View | null> {
  if (/\.jpe?g$/i.test(path)) return viewPicture('djpeg', ['-pnm', path]);
  if (/\.png$/i.test(path)) return viewPng(path);
  return null;
}
