import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { kindOfExtension, type FileKind } from '#engine/index.ts';
import { outputOf } from '../run-program.ts';
import { PUBLIC_PACKAGES, type PublicPackage } from './public-packages.ts';

/** Smaller files are mostly headers; larger ones would be the whole of a table of sums. */
const SIZES = { atLeast: 20 * 1024, atMost: 12 * 1024 ** 2 };

/**
 * Fills a folder with files that anyone can have: pictures, documents and talks out of packages of Debian 12, each
 * package at one version and checked by its SHA-256. Talks are OpenDocument files there; LibreOffice saves them as PPTX.
 * Of a package the files are taken at even distances of their sorted names, so that nobody chose them.
 * @returns how many files the folder got
 */
export async function gatherPublicSet(folder: string): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'public-set-'));
  try {
    let files = 0;
    for (const each of PUBLIC_PACKAGES) {
      const content = await unpack(each, scratch);
      for (const [kind, share] of Object.entries(each.take) as [FileKind, number][])
        for (const path of await choose(content, kind, share)) {
          await put(path, join(folder, kind), each.name, relative(content, path));
          files += 1;
        }
      await rm(content, { recursive: true, force: true });
      console.error(`${each.name} ${each.version}`);
    }
    return files;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function unpack({ name, path, sha256 }: PublicPackage, scratch: string): Promise<string> {
  const archive = join(scratch, `${name}.deb`);
  await writeFile(archive, await download(path, sha256));
  const content = join(scratch, name);
  await mkdir(content);
  await outputOf('dpkg-deb', ['-x', archive, content]);
  await rm(archive);
  return content;
}

/** The mirror has what is current, the archive of snapshots what ever was. */
const SOURCES = [
  'https://deb.debian.org/debian/',
  'https://snapshot.debian.org/archive/debian/20240101T000000Z/',
];

async function download(path: string, sha256: string): Promise<Uint8Array> {
  for (const source of SOURCES) {
    const response = await fetch(source + path).catch(() => null);
    if (!response?.ok) continue;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  }
  throw new Error(`Expected ${path} with SHA-256 ${sha256} from ${SOURCES.join(' or ')}`);
}

/** Presentations of other programs are converted first. */
function isOfKind(name: string, kind: FileKind): boolean {
  return kindOfExtension(name) === kind || (kind === 'pptx' && extname(name).toLowerCase() === '.odp');
}

async function choose(content: string, kind: FileKind, share: number): Promise<string[]> {
  const entries = await readdir(content, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isOfKind(entry.name, kind)) continue;
    const { size } = await stat(path);
    if (size >= SIZES.atLeast && size <= SIZES.atMost) paths.push(path);
  }
  const sorted = paths.sort();
  const step = Math.max(1, sorted.length / share);
  return Array.from({ length: Math.min(share, sorted.length) }, (_, at) => sorted[Math.floor(at * step)]!);
}

async function put(path: string, folder: string, packageName: string, inside: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = `${packageName}-${inside.split(/[/\\]/).slice(-2).join('-')}`.replace(/[^\w.-]+/g, '_');
  if (!name.endsWith('.odp')) return copyFile(path, join(folder, name));
  const renamed = join(folder, name);
  await copyFile(path, renamed);
  await outputOf('soffice', ['--headless', '--convert-to', 'pptx', '--outdir', folder, renamed]);
  await rm(renamed);
}
