import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileKind } from '#engine/index.ts';

/** Another program that makes files of one kind smaller, with settings that people use it with. */
export interface Rival {
  readonly name: string;
  /** What has to be installed. */
  readonly program: string;
  readonly command: (input: string, output: string) => readonly [program: string, ...args: string[]];
}

const OXIPNG = fileURLToPath(new URL('./oxipng-rival.ts', import.meta.url));
const SHARP = fileURLToPath(new URL('./sharp-rival.ts', import.meta.url));

const shell =
  (script: string) =>
  (input: string, output: string): [string, ...string[]] => ['sh', '-ec', script, 'sh', input, output];

const ghostscript = (setting: string): Rival => ({
  name: `Ghostscript /${setting}`,
  program: 'gs',
  command: (input, output) => [
    'gs',
    ...['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite', `-dPDFSETTINGS=/${setting}`],
    `-sOutputFile=${output}`,
    input,
  ],
});

/** libvips with mozjpeg, libimagequant and libwebp: what most programs of the web use. */
const sharp = (name: string, kind: FileKind): Rival => ({
  name,
  program: process.execPath,
  command: (input, output) => [process.execPath, SHARP, kind, input, output],
});

/** Programs of their own, started as anyone would; those that are not installed are left out and named. */
export const RIVALS: Readonly<Partial<Record<FileKind, readonly Rival[]>>> = {
  jpeg: [
    {
      name: 'jpegoptim --max=80',
      program: 'jpegoptim',
      command: shell('jpegoptim -q --max=80 --strip-all --stdout "$1" > "$2"'),
    },
    {
      name: 'jpegtran',
      program: 'jpegtran',
      command: (input, output) => [
        'jpegtran',
        ...['-optimize', '-progressive', '-copy', 'none', '-outfile', output, input],
      ],
    },
    sharp('sharp, mozjpeg 75', 'jpeg'),
    {
      name: 'Caesium 80',
      program: 'caesiumclt',
      command: shell(
        'caesiumclt -q 80 -o "$(dirname "$2")" "$1" && mv "$(dirname "$2")/$(basename "$1")" "$2"',
      ),
    },
  ],
  png: [
    {
      name: 'pngquant 65-90',
      program: 'pngquant',
      command: (input, output) => [
        'pngquant',
        ...['--quality', '65-90', '--speed', '3', '--force', '-o', output, '--', input],
      ],
    },
    {
      name: 'OptiPNG -o2',
      program: 'optipng',
      command: (input, output) => ['optipng', '-quiet', '-o2', '-out', output, input],
    },
    {
      name: 'OxiPNG -o4, WebAssembly',
      program: process.execPath,
      command: (input, output) => [process.execPath, OXIPNG, input, output],
    },
    sharp('sharp, palette 80', 'png'),
  ],
  webp: [
    {
      name: 'cwebp -q 75',
      program: 'cwebp',
      command: (input, output) => ['cwebp', '-quiet', '-q', '75', '-m', '6', input, '-o', output],
    },
    {
      name: 'cwebp -q 75 -sharp_yuv',
      program: 'cwebp',
      command: (input, output) => [
        'cwebp',
        '-quiet',
        '-q',
        '75',
        '-m',
        '6',
        '-sharp_yuv',
        input,
        '-o',
        output,
      ],
    },
    sharp('sharp, WebP 75', 'webp'),
  ],
  pdf: [
    ghostscript('ebook'),
    ghostscript('printer'),
    ghostscript('screen'),
    {
      name: 'qpdf',
      program: 'qpdf',
      command: (input, output) => [
        'qpdf',
        ...['--warning-exit-0', '--object-streams=generate', '--recompress-flate', '--compression-level=9'],
        input,
        output,
      ],
    },
    {
      name: 'MuPDF clean',
      program: 'mutool',
      command: (input, output) => ['mutool', 'clean', '-gggg', '-z', '-i', '-f', input, output],
    },
    {
      name: 'OCRmyPDF -O3',
      program: 'ocrmypdf',
      command: (input, output) => [
        'ocrmypdf',
        ...['-q', '--skip-text', '--tesseract-timeout', '0', '--optimize', '3', '--output-type', 'pdf'],
        ...['-j', '1', input, output],
      ],
    },
  ],
  pptx: [
    {
      name: 'zip -9',
      program: 'zip',
      command: shell(
        'd=$(mktemp -d); trap \'rm -rf "$d"\' EXIT; cd "$d"; unzip -q "$1"; ' +
          'zip -q -9 -X -r "$2" \'[Content_Types].xml\' .',
      ),
    },
  ],
};

export const OURS = 'Featherpress';

/** Our own command, with nothing set. @param cli its program for Node */
export function ours(cli: string): Rival {
  return {
    name: OURS,
    program: process.execPath,
    command: (input, output) => [process.execPath, cli, input, '-o', output, '-q', '-j', '1'],
  };
}

/** @returns whether a program can be started */
export function isInstalled({ program }: Rival): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' }).status === 0;
}
