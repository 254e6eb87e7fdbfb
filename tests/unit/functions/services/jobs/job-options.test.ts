import { expect, it } from 'vitest';
import { OUTPUT_KINDS } from '#engine/api/kinds.ts';
import { readJobOptions } from '#functions/services/jobs/job-options.ts';

const read = (fields: Record<string, string>) => readJobOptions(Object.entries(fields));

it.each([
  [{}, { preset: 'balanced' }],
  [{ preset: '', target: '' }, { preset: 'balanced' }],
  [
    { format: 'jpeg', background: 'FFF0e0', maxWidth: '800' },
    { preset: 'balanced', format: 'jpeg', background: '#fff0e0', maxWidth: 800 },
  ],
  [
    { widths: '960, 480,960', formats: 'webp,jpeg' },
    { preset: 'balanced', widths: [480, 960], formats: ['jpeg', 'webp'] },
  ],
  [
    { preset: 'small', target: '300k' },
    { preset: 'small', targetBytes: 307_200 },
  ],
])('reads %j', (fields, options) => {
  expect(read(fields)).toEqual(options);
});

it.each([
  [{ preset: 'tiny' }, 'The preset must be one of small, balanced, high, lossless.'],
  [{ preset: 'constructor' }, 'The preset must be one of small, balanced, high, lossless.'],
  [{ target: '0' }, 'The target must be a size above zero, such as 500000, 300KB or 20MB.'],
  [{ score: '49.9' }, 'The score must be a number from 50 to 95, such as 80 or 72.5.'],
  [{ format: 'gif' }, `The format must be one of same, ${OUTPUT_KINDS.join(', ')}, auto.`],
  [
    { format: 'auto', accept: 'image/gif' },
    `The accept must be a list of ${OUTPUT_KINDS.join(', ')} or of their media types, such as webp,jpeg.`,
  ],
  [{ accept: 'webp' }, 'A list of accepted formats goes with format=auto only.'],
  [{ maxWidth: '0' }, 'The maxWidth must be a whole number of pixels from 1 to 65535.'],
  [{ maxSide: '1e3' }, 'The maxSide must be a whole number of pixels from 1 to 65535.'],
  [{ format: 'jpeg', background: 'white' }, 'The background must be a colour such as #ffffff.'],
  [
    { background: '#ffffff' },
    'A background goes with the format jpeg, or auto: other formats keep transparency.',
  ],
  [
    { format: 'jpeg', preset: 'lossless' },
    'A JPEG, and our AVIF, always loses something, so these formats do not go with the preset lossless. Choose png or webp, or another preset.',
  ],
  [{ widths: '480,big' }, 'The widths must be a list of at most 12 widths in pixels, such as 480,960,1440.'],
  [
    { widths: '480', formats: 'gif' },
    `The formats must be a list of ${OUTPUT_KINDS.join(', ')}, such as avif,webp,jpeg.`,
  ],
  [
    { widths: '480', maxSide: '900' },
    'A set has its widths, so maxWidth, maxHeight and maxSide do not go with widths.',
  ],
  [
    { widths: '480', format: 'webp' },
    'A set can have several formats: name them as formats=webp,jpeg, and leave format out.',
  ],
  [{ formats: 'webp,jpeg' }, 'Several formats go with widths only. For one image name one format.'],
  [
    { widths: '480', formats: 'webp,jpeg', preset: 'lossless' },
    'A JPEG, and our AVIF, always loses something, so these formats do not go with the preset lossless. Choose png or webp, or another preset.',
  ],
  [{ score: '96' }, 'The score must be a number from 50 to 95, such as 80 or 72.5.'],
  [{ score: '8e1' }, 'The score must be a number from 50 to 95, such as 80 or 72.5.'],
  [{ scans: 'yes' }, 'The scans must be one of keep, layers.'],
  [
    { preset: 'lossless', scans: 'layers' },
    'The preset lossless loses nothing, and layers smooth the paper. Leave one of both out.',
  ],
  [
    { preset: 'lossless', score: '80' },
    'The preset lossless loses nothing, so a score does not go with it. Leave one of both out.',
  ],
])('refuses %j', (fields, message) => {
  expect(() => read(fields as Record<string, string>)).toThrow(
    expect.objectContaining({ code: 'invalid-request', message }),
  );
});

it.each<[[string, string][], string]>([
  [
    [['quality', '30']],
    'There is no option "quality". The options are preset, target, targetBytes, keep, format, accept, maxWidth, maxHeight, maxSide, widths, formats, background, score and scans.',
  ],
  [[['prest', 'small']], 'There is no option "prest". Did you mean "preset"?'],
  [[['Preset', 'small']], 'There is no option "Preset". Did you mean "preset"?'],
  [[['target_bytes', '5']], 'There is no option "target_bytes". Did you mean "targetBytes"?'],
  [
    [['constructor', '']],
    'There is no option "constructor". The options are preset, target, targetBytes, keep, format, accept, maxWidth, maxHeight, maxSide, widths, formats, background, score and scans.',
  ],
  [
    [
      ['preset', 'small'],
      ['preset', 'small'],
    ],
    'The option "preset" was given more than once.',
  ],
  [
    [
      ['target', '5KB'],
      ['targetBytes', '5120'],
    ],
    'The option "target" was given more than once.',
  ],
])('refuses %j and says what is meant', (given, message) => {
  expect(() => readJobOptions(given)).toThrow(expect.objectContaining({ code: 'invalid-request', message }));
});

it('takes a target under both of its names', () => {
  expect(read({ targetBytes: '300k' })).toEqual(read({ target: '307200' }));
});
