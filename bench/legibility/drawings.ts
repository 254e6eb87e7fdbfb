import type { Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { rules, textLine, type Coverage } from './coverage.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** What was drawn at a known place. */
export interface Mark {
  readonly name: string;
  /** Contrast to its ground, in levels. */
  readonly levels: number;
  readonly left: number;
  readonly top: number;
  readonly coverage: Coverage;
}

/** A picture, and the marks that a reader has to find in it. */
export interface Drawing {
  readonly name: string;
  readonly raster: Raster;
  readonly marks: readonly Mark[];
}

/** Contrasts to the ground, in levels. */
const CONTRASTS = [3, 5, 7, 10, 12, 15, 17, 20, 23, 30];

const WORDS = 'COPY NOT THE MATRIX OF A CHART';

/** Levels of the colour that a page, a dark interface, a map and a slide are drawn on. */
const GROUNDS = {
  white: [255, 255, 255],
  dark: [24, 26, 30],
  black: [5, 5, 7],
  blue: [208, 224, 240],
} as const;

/** Draws on a ground, with a mark for each thing drawn. */
class Sheet {
  readonly marks: Mark[] = [];
  readonly raster: Raster;

  constructor(width: number, height: number, ground: (x: number, y: number) => Colour) {
    const data = new Uint8Array(width * height * 3);
    for (let at = 0; at < width * height; at++)
      data.set(ground(at % width, Math.floor(at / width)).map(sample), at * 3);
    this.raster = { width, height, channels: 3, space: 'rgb', data };
  }

  /** @param move from the ground to the colour of the mark */
  draw(name: string, [left, top]: readonly [number, number], coverage: Coverage, move: Colour): void {
    const { width, data } = this.raster;
    for (let y = 0, at = 0; y < coverage.height; y++)
      for (let x = 0; x < coverage.width; x++, at++) {
        const to = ((top + y) * width + left + x) * 3;
        move.forEach((levels, c) => (data[to + c] = sample(data[to + c]! + coverage.shares[at]! * levels)));
      }
    this.marks.push({ name, levels: Math.max(...move.map(Math.abs)), left, top, coverage });
  }
}

function sample(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Lines of text of all contrasts under each other, after two of full contrast. */
export function linesOfText(name: string, line: Coverage, ground: keyof typeof GROUNDS = 'white'): Drawing {
  const side = sideOf(ground);
  const row = line.height + 5;
  const sheet = new Sheet(line.width + 12, row * (CONTRASTS.length + 2) + 8, () => GROUNDS[ground]);
  [180, 180, ...CONTRASTS].forEach((levels, at) =>
    sheet.draw(`text ${levels}`, [6, 4 + at * row], line, grey(side * levels)),
  );
  return { name, ...sheet };
}

/** Hairlines and grids of faint contrasts. */
function ruled(ground: keyof typeof GROUNDS): Drawing {
  const side = sideOf(ground);
  const sheet = new Sheet(500, 330, () => GROUNDS[ground]);
  [4, 8, 12, 20].forEach((levels, at) => {
    const place = (row: number) => [8 + at * 122, 8 + row * 108] as const;
    sheet.draw(`hairlines ${levels}`, place(0), rules(110, 96, 24, false), grey(side * levels));
    sheet.draw(`grid ${levels}`, place(1), rules(110, 96, 16, true), grey(side * levels));
    sheet.draw(`hatch ${levels}`, place(2), rules(110, 96, 5, false), grey(side * levels));
  });
  return { name: `lines on ${ground}`, ...sheet };
}

/** Colours of about the lightness of their ground, and pale ones of full saturation. */
function hues(): Drawing {
  const sheet = new Sheet(460, 190, () => [236, 236, 236]);
  const moves: readonly Colour[] = [
    [14, -10, 8],
    [-16, 6, 14],
    [19, 3, -60],
    [-30, 14, -12],
    [-50, -14, 18],
    [18, -40, -40],
  ];
  moves.forEach((move, at) => sheet.draw(`hue ${at}`, [6, 6 + at * 30], textLine(WORDS, 18), move));
  return { name: 'hues', ...sheet };
}

/** A photograph beside a panel with faint text: a palette's colours go to the photograph. */
function mixed(): Drawing {
  const photo = photoLike(460, 420);
  const panel: Colour = [250, 250, 252];
  const sheet = new Sheet(460, 420, (x, y) => {
    if (y > 250) return panel;
    const at = (y * 460 + x) * 3;
    return [photo.data[at]!, photo.data[at + 1]!, photo.data[at + 2]!];
  });
  CONTRASTS.slice(1, 8).forEach((levels, at) =>
    sheet.draw(`text ${levels}`, [6, 258 + at * 22], textLine(WORDS, 14), grey(-levels)),
  );
  return { name: 'photograph and text', ...sheet };
}

/** Text on ground that is not even. */
function uneven(name: string, ground: (x: number, y: number) => number): Drawing {
  const sheet = new Sheet(460, 160, (x, y) => grey(ground(x, y)));
  [12, 17, 23, 30].forEach((levels, at) =>
    sheet.draw(`text ${levels}`, [6, 6 + at * 36], textLine(WORDS, 18), grey(-levels)),
  );
  return { name, ...sheet };
}

function grainy(deviation: number): Drawing {
  const random = randomNumbers(5);
  const noise = (): number => (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation;
  return uneven(`text on grain of ${deviation}`, () => 225 + noise());
}

/** Whether marks are lighter than their ground, or darker. */
function sideOf(ground: keyof typeof GROUNDS): 1 | -1 {
  return ground === 'dark' || ground === 'black' ? 1 : -1;
}

function grey(level: number): Colour {
  return [level, level, level];
}

/** All drawings. */
export function drawings(): Drawing[] {
  return [
    linesOfText('text on white', textLine(WORDS, 13)),
    linesOfText('large text on white', textLine(WORDS, 20)),
    linesOfText('text on dark', textLine(WORDS, 14), 'dark'),
    linesOfText('text on black', textLine(WORDS, 14), 'black'),
    linesOfText('text on blue', textLine(WORDS, 14), 'blue'),
    ruled('white'),
    ruled('dark'),
    ruled('black'),
    hues(),
    mixed(),
    grainy(1.5),
    grainy(3),
    uneven('text on a gradient', (x) => 250 - x / 6),
  ];
}
