import { EngineError } from '../../api/errors.ts';
import { CodecBreakdownError, reading } from '../codec-breakdown.ts';
import type { FontSubsetter } from '../ports/font-subsetter.ts';
import type { LoadWasm } from './load-wasm.ts';
import { Reloadable } from './reloadable.ts';

/** The functions of harfbuzz-subset.wasm that are used; pointers are numbers. */
interface HarfBuzz {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly malloc: (bytes: number) => number;
  readonly free: (pointer: number) => void;
  readonly hb_blob_create: (
    ...blob: [data: number, length: number, mode: number, user: number, destroy: number]
  ) => number;
  readonly hb_blob_destroy: (blob: number) => void;
  readonly hb_blob_get_data: (blob: number, length: number) => number;
  readonly hb_blob_get_length: (blob: number) => number;
  readonly hb_face_create: (blob: number, index: number) => number;
  readonly hb_face_destroy: (face: number) => void;
  readonly hb_face_reference_blob: (face: number) => number;
  readonly hb_set_add: (set: number, value: number) => void;
  readonly hb_subset_input_create_or_fail: () => number;
  readonly hb_subset_input_destroy: (input: number) => void;
  readonly hb_subset_input_glyph_set: (input: number) => number;
  readonly hb_subset_input_set: (input: number, kind: number) => number;
  readonly hb_subset_input_set_flags: (input: number, flags: number) => void;
  readonly hb_subset_or_fail: (face: number, input: number) => number;
}

/** hb-subset.h: retain glyph numbers, keep the outline of glyph 0 and glyph names, no layout closure. */
const FLAGS = 0x2 | 0x40 | 0x80 | 0x200;
const SET_COPIED_TABLES = 2;
const SET_DROPPED_TABLES = 3;
const READ_ONLY = 1;
/** What a PDF viewer does not read of an embedded font. */
const DROPPED = [
  'GSUB',
  'GPOS',
  'GDEF',
  'BASE',
  'JSTF',
  'DSIG',
  'kern',
  'name',
  'LTSH',
  'VDMX',
  'hdmx',
  'PCLT',
  'gasp',
  'meta',
  'mort',
  'morx',
  'MATH',
  'STAT',
  'EBDT',
  'EBLC',
  'EBSC',
];

/** HarfBuzz's subsetter, loaded at first use. */
export function createFontSubsetter(loadWasm: LoadWasm): FontSubsetter {
  const library = new Reloadable(async () => instantiate(await loadWasm('harfbuzz')));
  return {
    subset: async (font, glyphs, keepTables) => {
      const harfbuzz = await library.get();
      return reading(() => {
        try {
          return subset(harfbuzz, font, glyphs, keepTables);
        } catch (error) {
          if (error instanceof WebAssembly.RuntimeError) library.forget();
          throw error;
        }
      }, unreadable);
    },
  };
}

function unreadable(cause: unknown): EngineError {
  return new EngineError('damaged', 'A font in the document cannot be read.', { cause });
}

function subset(
  hb: HarfBuzz,
  font: Uint8Array,
  glyphs: Iterable<number>,
  keepTables: readonly string[],
): Uint8Array {
  const data = hb.malloc(font.length);
  if (data === 0) throw new CodecBreakdownError('HarfBuzz has no memory for a font.');
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  const input = hb.hb_subset_input_create_or_fail();
  try {
    hb.hb_subset_input_set_flags(input, FLAGS);
    for (const glyph of glyphs) hb.hb_set_add(hb.hb_subset_input_glyph_set(input), glyph);
    const dropped = DROPPED.filter((tag) => !keepTables.includes(tag));
    for (const tag of dropped) hb.hb_set_add(hb.hb_subset_input_set(input, SET_DROPPED_TABLES), tagOf(tag));
    for (const tag of keepTables) hb.hb_set_add(hb.hb_subset_input_set(input, SET_COPIED_TABLES), tagOf(tag));
    const result = hb.hb_subset_or_fail(face, input);
    if (result === 0) throw new Error('the subsetter refused the font');
    return bytesOf(hb, result);
  } finally {
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.free(data);
  }
}

function bytesOf(hb: HarfBuzz, face: number): Uint8Array {
  const blob = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(face);
  return bytes;
}

function tagOf(tag: string): number {
  return [...tag].reduce((value, char) => value * 256 + char.charCodeAt(0), 0);
}

function instantiate(module: WebAssembly.Module): HarfBuzz {
  const harfbuzz = new WebAssembly.Instance(module).exports as unknown as HarfBuzz;
  harfbuzz._initialize();
  return harfbuzz;
}
