import { expect, test } from 'vitest';
import { portableFileName, portablePath } from '#platform/contracts/portable-file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['C:\\a<b>"c"|d?*.pdf', 'C__a_b__c__d__.pdf'],
  ['ends with dots...', 'ends with dots_'],
  ['archive.tar.pdf', 'archive.tar.pdf'],
])('makes of %s what every system takes', (name, portable) => {
  expect(portableFileName(name)).toBe(portable);
});

test.each([
  ['trip/day 1/a.png', 'trip/day 1/a.png'],
  ['/trip//a.png', 'trip/a.png'],
  ['../../etc/a.png', '_/_/etc/a.png'],
  ['C:\\temp/nul?/a.png', 'C__temp/nul_/a.png'],
])('turns the path %s into %s', (path, portable) => expect(portablePath(path)).toBe(portable));

test.each([
  ['letters', 'a'.repeat(300)],
  ['Hebrew', 'שלום'.repeat(75)],
  ['signs of four bytes', '😀'.repeat(150)],
])(
  'shortens names of many %s to what file systems hold, with their extension and no sign cut in two',
  (_what, stem) => {
    const name = portableFileName(`${stem}.pptx`);
    // A number that tells it from an equal one still fits.
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(247);
    expect(Buffer.byteLength(name)).toBeGreaterThan(240);
    expect(name).toMatch(/\.pptx$/);
    expect(stem.startsWith(name.slice(0, -'.pptx'.length))).toBe(true);
    // A sign that was cut in two could not be written as UTF-8.
    expect(() => encodeURIComponent(name)).not.toThrow();
  },
);
