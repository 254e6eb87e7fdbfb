/** How much of each pixel of a box a pen covers, 0 to 1; row by row. */
export interface Coverage {
  readonly width: number;
  readonly height: number;
  readonly shares: Float32Array;
}

/** From x and y to x and y. */
type Line = readonly [fromX: number, fromY: number, toX: number, toY: number];

/** Letters of four by six steps, each a pen's way through its corners "xy"; a comma lifts the pen. */
const LETTERS: Readonly<Record<string, string>> = {
  A: '06 20 46, 14 34',
  C: '40 00 06 46',
  E: '40 00 06 46, 03 33',
  H: '00 06, 40 46, 03 43',
  K: '00 06, 40 03 46',
  M: '06 00 23 40 46',
  O: '00 40 46 06 00',
  P: '06 00 40 43 03',
  R: '06 00 40 43 03, 13 46',
  T: '00 40, 20 26',
  V: '00 26 40',
  X: '00 46, 40 06',
  // Signs that are nearly alike.
  I: '10 30, 20 26, 16 36',
  l: '20 26',
  '1': '11 20 26',
  '3': '00 40 46 06, 13 43',
  '6': '40 00 06 46 43 03',
  '8': '00 40 46 06 00, 03 43',
  c: '42 02 06 46',
  e: '04 44 42 02 06 46',
  o: '02 42 46 06 02',
  '.': '15 25',
  ',': '25 26 17',
};

/** A line of letters. @param size of the letters with what lies around them, px @param pen width of its stroke, px */
export function textLine(text: string, size: number, pen = size / 10): Coverage {
  const step = size / 9;
  const advance = 6 * step;
  const lines = [...text].flatMap((letter, at) =>
    strokesOf(LETTERS[letter] ?? '').map((line): Line => {
      const [x, y] = [2 + at * advance, 2];
      return [x + line[0] * step, y + line[1] * step, x + line[2] * step, y + line[3] * step];
    }),
  );
  return drawn(lines, { width: Math.ceil(4 + text.length * advance), height: Math.ceil(4 + 6 * step), pen });
}

function strokesOf(letter: string): Line[] {
  return letter.split(', ').flatMap((way) => {
    const corners = way.split(' ').map((corner) => [Number(corner[0]), Number(corner[1])] as const);
    return corners.slice(1).map((to, at): Line => [...corners[at]!, ...to]);
  });
}

/** Lines of one pixel every so many pixels, down and, for a grid, across. */
export function rules(width: number, height: number, every: number, isGrid: boolean): Coverage {
  const shares = Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x % every === 1 || (isGrid && y % every === 1) ? 1 : 0;
  });
  return { width, height, shares };
}

/** Lines of a pen with soft edges. */
function drawn(
  lines: readonly Line[],
  { width, height, pen }: { width: number; height: number; pen: number },
): Coverage {
  const shares = new Float32Array(width * height);
  for (const line of lines)
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) {
        const share = pen / 2 + 0.5 - distance(line, x + 0.5, y + 0.5);
        shares[at] = Math.max(shares[at]!, Math.min(1, pen, share));
      }
  return { width, height, shares };
}

function distance([fromX, fromY, toX, toY]: Line, x: number, y: number): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const share = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2);
  const at = Math.max(0, Math.min(1, share));
  return Math.hypot(x - fromX - at * alongX, y - fromY - at * alongY);
}
