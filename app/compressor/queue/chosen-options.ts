import { DEFAULT_KEEP, KEEP, type Keep } from '#engine/api/keep.ts';
import { isPictureKind, OUTPUT_KINDS, type FileKind } from '#engine/api/kinds.ts';
import { asksForConversion, conflictIn, OUTPUT_FORMATS, type JobOptions } from '#engine/api/options.ts';
import { DEFAULT_PRESET, PRESETS, type Preset } from '#engine/api/presets.ts';
import { parseBytes } from '#platform/contracts/byte-size.ts';

/** What a visitor asks for all files: how far to go and, if they like, a size that none may exceed. */
export interface ChosenOptions {
  readonly preset: Preset;
  /** Bytes; null where no limit was chosen. */
  readonly limitBytes: number | null;
  /** Descriptions that pictures keep. */
  readonly keep: readonly Keep[];
  /** Format, size and quality of images. */
  readonly images: ImageOptions;
}

/** What concerns images alone: documents keep their format and their size. */
export type ImageOptions = Pick<
  JobOptions,
  'format' | 'background' | 'maxWidth' | 'maxHeight' | 'maxSide' | 'widths' | 'formats' | 'score'
>;

export const DEFAULT_CHOICE: ChosenOptions = {
  preset: DEFAULT_PRESET,
  limitBytes: null,
  keep: DEFAULT_KEEP,
  images: {},
};

/** Limits that people meet: forms, web pages, portals, mail. Texts as `parseBytes` reads them. */
export const COMMON_LIMITS = [
  '100 KB',
  '200 KB',
  '500 KB',
  '1 MB',
  '2 MB',
  '5 MB',
  '10 MB',
  '25 MB',
] as const;

/**
 * The options for one file. A file that lies below the limit already is compressed by the preset: a target would only
 * hold it large, unless another format may make it larger. Options for images that do not go with the preset are left out.
 */
export function optionsFor(
  { file, kind }: { readonly file: Pick<File, 'size'>; readonly kind: FileKind },
  { preset, limitBytes, keep, images }: ChosenOptions,
): JobOptions {
  const own = isPictureKind(kind) && conflictIn({ ...images, preset }) === null ? images : {};
  const isLimited = limitBytes !== null && (file.size > limitBytes || asksForConversion(own));
  return {
    preset,
    ...own,
    ...(isLimited ? { targetBytes: limitBytes } : {}),
    ...(isUsualKeep(keep) ? {} : { keep }),
  };
}

/** What a file was compressed with, as a chosen again. */
export function chosenOptionsOf(options: JobOptions): ChosenOptions {
  const { preset, targetBytes, keep = DEFAULT_KEEP, ...rest } = options;
  const { format, background, maxWidth, maxHeight, maxSide, widths, formats, score } = rest;
  const images = { format, background, maxWidth, maxHeight, maxSide, widths, formats, score };
  return { preset, limitBytes: targetBytes ?? null, keep, images };
}

/** Whether a choice is what stays anyway. */
export function isUsualKeep(keep: readonly Keep[]): boolean {
  return keep.length === DEFAULT_KEEP.length && DEFAULT_KEEP.every((each) => keep.includes(each));
}

const MAX_LIMIT_BYTES = 200 * 1024 * 1024;

/** A limit as people write it: "500", "500 KB", "1,5 MB"; a bare number counts as KB. Null for anything else. */
export function parseLimit(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  const bytes = parseBytes(/^[\d.]+$/.test(plain) ? `${plain} KB` : plain);
  return bytes !== null && bytes <= MAX_LIMIT_BYTES ? bytes : null;
}

const STORAGE_KEY = 'compressionWish';

let readText: string | null = null;
let current = DEFAULT_CHOICE;
const listeners = new Set<() => void>();

/** What this browser was asked for last, for `useSyncExternalStore`; the defaults where nothing was. */
export const chosenOptionsStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    // Another tab may choose, and files follow what is stored.
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
  read(): ChosenOptions {
    const text = storedText();
    // Keeps the object as long as nothing changed: React compares by identity.
    if (text !== readText) {
      readText = text;
      current = parseChosenOptions(text);
    }
    return current;
  },
  readOnServer: (): ChosenOptions => DEFAULT_CHOICE,
} as const;

/** Where the browser's storage is closed, the choice holds for this page. */
export function chooseOptions(chosen: ChosenOptions): void {
  const text = JSON.stringify(chosen);
  try {
    localStorage.setItem(STORAGE_KEY, text);
    readText = text;
  } catch {
    readText = null;
  }
  current = chosen;
  for (const listener of listeners) listener();
}

function storedText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function parseChosenOptions(text: string | null): ChosenOptions {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<ChosenOptions>;
    const limit = stored.limitBytes;
    return {
      preset: PRESETS.find((preset) => preset === stored.preset) ?? DEFAULT_PRESET,
      limitBytes: typeof limit === 'number' && limit >= 1 && limit <= MAX_LIMIT_BYTES ? limit : null,
      keep: Array.isArray(stored.keep) ? KEEP.filter((each) => stored.keep?.includes(each)) : DEFAULT_KEEP,
      images: stored.images && isOfImages(stored.images) ? stored.images : {},
    };
  } catch {
    return DEFAULT_CHOICE;
  }
}

/** Whether what was stored can be shown: an earlier version may have had other names. @throws where it has another shape */
function isOfImages({ format = 'same', widths = [], formats = [] }: ImageOptions): boolean {
  return (
    OUTPUT_FORMATS.includes(format) &&
    widths.every(Number.isInteger) &&
    formats.every((kind) => OUTPUT_KINDS.includes(kind))
  );
}
