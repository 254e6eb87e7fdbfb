import { describe, expect, it } from 'vitest';
import type { Cause } from '#engine/quality/judge.ts';
import { nextResult, NOT_MADE, type Result, type ResultState } from '#engine/search/quality/next-result.ts';
import type { SearchedSetting } from '#engine/search/quality/trial.ts';

interface Named extends SearchedSetting {
  readonly name: string;
}

const halved: Named = { name: 'halved', start: 60, max: 95 };
const full: Named = { name: 'full', start: 62, max: 95 };
const found = { setting: halved, quality: 60, score: 70.3, bytes: new Uint8Array(1) };

function result(setting: Named, quality: number, score: number, cause: Cause = 'structure'): Result<Named> {
  return { setting, quality, score, cause, bytes: new Uint8Array(100 * quality) };
}
const LOST_HUES = result(halved, 60, 50, 'hues');

/** A point more for twice the bytes. */
const BARELY_MENDED = { ...result(full, 62, 51, 'hues'), bytes: new Uint8Array(12_000) };

function gone(setting: Named, quality: number): Result<Named> {
  return { ...result(setting, quality, 28, 'strokes'), bytes: NOT_MADE };
}

/** The second takes as many bytes as the first does two and a half steps higher. */
const TURNS = [
  { ...found, bytes: new Uint8Array(1000) },
  { setting: full, quality: 62, score: 70.3, bytes: new Uint8Array(1050) },
];

type Row = [
  title: string,
  results: readonly Result<Named>[],
  next: string,
  given?: Partial<ResultState<Named>>,
];

describe('nextResult', () => {
  it.each<Row>([
    ['begins with what trials found', [], 'halved 60'],
    ['ends where that reaches the floor', [result(halved, 60, 70.9)], 'done'],
    ['raises the quality where that misses it', [result(halved, 60, 68)], 'halved 65'],
    ['lowers it where that was too much', [result(halved, 60, 68), result(halved, 65, 74)], 'halved 62'],
    ['takes what is too good once work is spent', [result(halved, 65, 74)], 'done', { takesFirst: true }],
    [
      'goes on once work is spent where a miss takes much less',
      [result(halved, 60, 50), result(halved, 80, 90)],
      'halved 71',
      { takesFirst: true },
    ],
    [
      'takes what is too good once work is spent where a miss takes little less',
      [result(halved, 70, 50), result(halved, 80, 90)],
      'done',
      { takesFirst: true },
    ],
    [
      'goes on once work is spent where all that reach the floor are too long',
      [result(halved, 60, 50), result(halved, 90, 90)],
      'halved 76',
      { takesFirst: true, maxBytes: 8000 },
    ],
    [
      'ends once work is spent where nothing fits that takes much more than a miss',
      [result(halved, 70, 50), result(halved, 90, 90)],
      'done',
      { takesFirst: true, maxBytes: 7500 },
    ],
    [
      'keeps to the lowest quality worth having',
      [result(halved, 60, 74)],
      'done',
      { leastQuality: () => 60 },
    ],
    ['tries another setting where hues are lost', [LOST_HUES], 'full 62'],
    ['lowers the quality of a setting that mends them', [LOST_HUES, result(full, 62, 79)], 'full 43'],
    ['goes on with the setting that mends most', [LOST_HUES, result(full, 62, 60)], 'full 84'],
    ['goes on with the setting that takes fewer bytes for as much', [LOST_HUES, BARELY_MENDED], 'halved 84'],
    ['goes on with the other setting where both lose all', [LOST_HUES, result(full, 62, 50)], 'full 84'],
    ['keeps to its setting where strokes are lost', [result(halved, 60, 50, 'strokes')], 'halved 84'],
    [
      'tries another setting where more quality brings nothing',
      [result(halved, 60, 10, 'bands'), result(halved, 80, 10.1, 'bands')],
      'full 62',
    ],
    [
      'raises the quality as long as strokes are gone',
      [result(halved, 60, 28, 'strokes'), result(halved, 80, 28, 'strokes')],
      'halved 90',
    ],
    ['raises the quality where hues are lost by little', [result(halved, 60, 68, 'hues')], 'halved 65'],
    ['tries the next quality where areas are at fault', [result(halved, 60, 50, 'areas')], 'halved 61'],
    [
      'goes on after a quality that is foretold to miss',
      [result(halved, 60, 50), { ...result(halved, 61, 60, 'areas'), bytes: NOT_MADE }],
      'halved 62',
    ],
    [
      'lets settings take turns by their bytes where lost strokes are foretold',
      [result(halved, 60, 50, 'strokes'), gone(halved, 61), gone(halved, 62)],
      'full 62',
      { turns: TURNS },
    ],
    [
      'goes back to the first setting where the other takes more',
      [result(halved, 60, 50, 'strokes'), gone(halved, 61), gone(halved, 62), gone(full, 62)],
      'halved 63',
      { turns: TURNS },
    ],
    [
      'ends where no setting has a turn left',
      [result(halved, 60, 50, 'strokes'), gone(halved, 95), gone(full, 95)],
      'done',
      { turns: TURNS },
    ],
    ['ends where the highest quality misses the floor', [result(halved, 95, 60)], 'done'],
    ['ends at a result that is too long', [result(halved, 60, 68)], 'done', { maxBytes: 5000 }],
    [
      'looks below a result that is too long and far above the floor',
      [result(halved, 60, 30), result(halved, 90, 96)],
      'halved 79',
      { maxBytes: 5000 },
    ],
  ])('%s', (_, results, next, given = {}) => {
    const choice = nextResult<Named>({
      floor: 70,
      tolerance: 1,
      maxBytes: Infinity,
      settings: [halved, full],
      turns: [],
      found,
      leastQuality: () => 5,
      results,
      takesFirst: false,
      ...given,
    });
    expect(choice === 'done' ? choice : `${choice.setting.name} ${choice.quality}`).toBe(next);
  });
});
