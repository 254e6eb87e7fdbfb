import { expect, expectTypeOf, it } from 'vitest';
import type * as published from '../../../../functions/cli/package/index.d.ts';
import * as library from '#functions/cli/library.ts';
import { picture } from '../../../../bench/sample-pictures.ts';

it('compresses bytes to bytes and a report', async () => {
  const source = await picture('png', 160, 120);
  const seen: number[] = [];
  const { bytes, report } = await library.compress(source, {
    preset: 'small',
    onProgress: (ratio) => seen.push(ratio),
  });
  expect(bytes.length).toBeLessThan(source.length);
  expect(report).toMatchObject({ kind: 'png', preset: 'small', outputBytes: bytes.length });
  expect(seen.at(-1)).toBeGreaterThan(0);
});

it('says why a file cannot be compressed', async () => {
  const error: unknown = await library.compress(new Uint8Array(20)).catch((reason: unknown) => reason);
  expect(library.isEngineError(error) && error.code).toBe('unsupported');
});

it('has the types that are published', () => {
  type Published = typeof published;
  type Names = keyof Published;
  expectTypeOf<keyof typeof library>().toEqualTypeOf<Names>();
  expectTypeOf<library.CompressFileOptions>().toExtend<published.CompressFileOptions>();
  expectTypeOf<published.CompressFileOptions>().toExtend<library.CompressFileOptions>();
  expectTypeOf<library.CompressedFile>().toExtend<published.CompressedFile>();
  expectTypeOf<typeof library.detectKind>().toExtend<Published['detectKind']>();
  expectTypeOf(library.PRESETS).toExtend<Published['PRESETS']>();
  expectTypeOf(library.FILE_KINDS).toExtend<Published['FILE_KINDS']>();
  expectTypeOf(library.ENGINE_ERROR_CODES).toExtend<Published['ENGINE_ERROR_CODES']>();
});
