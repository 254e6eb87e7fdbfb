import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { detectKind } from '#engine/api/detect.ts';
import { nameForKind } from '#engine/api/kinds.ts';
import { optionConflict } from '#engine/api/option-conflicts.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { version } from '../version.ts';
import { compressAsset, keepResult } from './compress-asset.ts';
import { parsePictureQuery, type PictureQuery } from './picture-query.ts';
import type { UseWorkPlace } from './work-place.ts';

/** What was made for queries since the last report. */
export interface QueryReport {
  readonly count: number;
  readonly bytes: number;
  /** Damaged files, whose imports give the originals. */
  readonly warnings: readonly string[];
}

/** Makes what imports ask for by their queries. */
export interface QueryConverter {
  /**
   * Reads a query.
   * @param file path of the source
   * @param root folder of the project, from which messages name files
   * @returns null where it is that of others, or the file is left alone
   * @throws Error that names the file and what would be right
   */
  read(file: string, text: string, root: string): PictureQuery | null;
  /**
   * The file that a query asks for, below `node_modules/.cache` of the project: its path is the same on every machine.
   * @returns a path; that of the source itself where it is damaged, with a warning
   * @throws Error that names the file, where it cannot be what is asked
   */
  convert(file: string, query: PictureQuery, root: string): Promise<string>;
  /** Both: what a build tool takes in place of an import, with what the query has for others. */
  answer(file: string, text: string, root: string): Promise<string | null>;
  /** Whether content was made for a query, and is finished by that. */
  isMade(bytes: Uint8Array): boolean;
  /** What was made and has not been reported. */
  takeReport(): QueryReport;
}

interface QuerySettings {
  /** Of the plugin for a file, by its name. */
  optionsOf(name: string): JobOptions;
  /** Whether files are left alone, by name. */
  leaves(name: string): boolean;
  /** "" for `node_modules/.cache` of the project. */
  readonly cacheDirectory: string;
  readonly useWorkPlace: UseWorkPlace;
}

export function createQueryConverter({
  optionsOf,
  leaves,
  cacheDirectory,
  useWorkPlace,
}: QuerySettings): QueryConverter {
  const folderIn = (root: string): string =>
    cacheDirectory ? join(cacheDirectory, 'queries') : join(root, 'node_modules/.cache/featherpress');
  const made = new Set<string>();
  const pending = new Map<string, Promise<string>>();
  let unreported = new Map<string, number>();
  let warnings = new Set<string>();

  const convert = async (file: string, text: string, options: JobOptions, root: string): Promise<string> => {
    const name = nameIn(root, file);
    const source = await readFile(file);
    const damage = damageOf(source);
    if (damage !== null) return stays(file, name, damage);
    try {
      const { bytes } = await useWorkPlace((place) => compressAsset(source, options, place));
      const result = bytes ?? source;
      const folder = join(
        folderIn(root),
        hashOf(JSON.stringify([version(), Object.entries(options).sort()]), source),
      );
      const path = join(folder, nameForKind(basename(file), detectKind(result)));
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (!isThere) await keepResult(path, result);
      made.add(hashOf(result));
      unreported.set(path, result.length);
      return path;
    } catch (error) {
      // What the file is was seen: it is the query that asks for something else.
      if ((error as { code?: unknown }).code === 'unsupported') throw inFile(`${name}${text}`, error);
      return stays(file, name, (error as Error).message);
    }
  };
  const stays = (file: string, name: string, reason: string): string => {
    warnings.add(`${name} stays as it is: ${reason}`);
    return file;
  };

  const read = (file: string, text: string, root: string): PictureQuery | null => {
    const name = nameIn(root, file);
    if (leaves(name)) return null;
    try {
      const asked = parsePictureQuery(name, text);
      const conflict = asked && optionConflict({ ...optionsOf(name), ...asked.options });
      if (conflict) throw new Error(conflict.message);
      return asked;
    } catch (error) {
      throw inFile(`${name}${text}`, error);
    }
  };
  const convertOnce = (file: string, query: PictureQuery, root: string): Promise<string> => {
    const options = { ...optionsOf(nameIn(root, file)), ...query.options };
    const key = JSON.stringify([file, options]);
    const begun =
      pending.get(key) ?? convert(file, query.text, options, root).finally(() => pending.delete(key));
    pending.set(key, begun);
    return begun;
  };

  return {
    read,
    convert: convertOnce,
    async answer(file, text, root) {
      const query = read(file, text, root);
      return query && `${await convertOnce(file, query, root)}${query.rest}`;
    },
    isMade: (bytes) => made.size > 0 && made.has(hashOf(bytes)),
    takeReport() {
      const sizes = [...unreported.values()];
      const report = {
        count: sizes.length,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
        warnings: [...warnings],
      };
      [unreported, warnings] = [new Map(), new Set()];
      return report;
    },
  };
}

/** Why a file is none of the kinds, whatever is asked of it. */
function damageOf(source: Uint8Array): string | null {
  try {
    detectKind(source);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function inFile(name: string, error: unknown): Error {
  return new Error(`${name}: ${(error as Error).message}`, { cause: error });
}

/** A path from the folder of a project, with `/`. */
function nameIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, HASH_DIGITS);
}

/** Enough that no two files of a project meet: 80 bits. */
const HASH_DIGITS = 20;
