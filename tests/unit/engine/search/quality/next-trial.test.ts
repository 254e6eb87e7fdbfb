import { describe, expect, it } from 'vitest';
import { nextTrial, type TrialState } from '#engine/search/quality/next-trial.ts';
import type { SearchedSetting, Trial } from '#engine/search/quality/trial.ts';

interface Named extends SearchedSetting {
  readonly name: string;
}

const first: Named = { name: 'first', start: 66, max: 96 };
const second: Named = { name: 'second', start: 68, max: 96 };
const close: Named = { ...second, name: 'close', marginShare: 0.005 };
const slow: Named = { ...second, name: 'slow', maxTrials: 1 };
const mending: Named = { name: 'mending', start: 68, max: 96, isTried: false };

const trial = (setting: Named, quality: number, score: number, bytes: number): Trial<Named> => ({
  setting,
  quality,
  score,
  bytes: new Uint8Array(bytes),
});
/** The first setting ends here. */
const LED = [trial(first, 66, 66, 6600), trial(first, 76, 70.2, 7600)];

type Row = [title: string, given: Partial<TrialState<Named>>, next: string];

describe('nextTrial', () => {
  it.each<Row>([
    ['begins with the first setting where it usually ends', {}, 'first 66'],
    ['keeps to the lowest quality worth having', { minQuality: 80 }, 'first 80'],
    ['follows the first setting to the floor', { trials: LED.slice(0, 1) }, 'first 75'],
    ['goes to the next setting, as far from its start, near the floor', { trials: LED }, 'second 78'],
    ['ends after the last setting', { settings: [first], trials: LED }, 'done'],
    ['tries no setting that only mends', { settings: [first, mending], trials: LED }, 'done'],
    ['follows a setting that leads', { trials: [...LED, trial(second, 78, 69, 6900)] }, 'second 80'],
    [
      'gives up a setting that makes what another did',
      { trials: [LED[0]!, trial(first, 78, 72, 7800), trial(second, 78, 72, 7800)] },
      'done',
    ],
    ['gives up a setting that lies behind', { trials: [...LED, trial(second, 78, 69, 8900)] }, 'done'],
    [
      'gives up a setting a little behind where its margin is small',
      { settings: [first, close], trials: [...LED, trial(close, 78, 69, 7600)] },
      'done',
    ],
    [
      'follows a setting far from the floor, as its bytes there tell nothing',
      { trials: [...LED, trial(second, 78, 40, 8900)] },
      'second 90',
    ],
    [
      'ends a slow setting after its trials',
      { settings: [first, slow], trials: [...LED, trial(slow, 78, 69, 6900)] },
      'done',
    ],
    [
      'goes to the next setting after a miss that is too long',
      { trials: [trial(first, 66, 66, 1200)], tooLongBytes: 1000 },
      'second 68',
    ],
    [
      'ends where no setting can be short enough',
      { trials: [trial(first, 66, 71, 6600)], tooLongBytes: 1000 },
      'done',
    ],
    ['ends after what was not worth measuring', { trials: [trial(first, 66, -Infinity, 6600)] }, 'done'],
    [
      'ends at a trial that is short enough',
      { trials: [trial(first, 66, 80, 900)], enoughBytes: 1000 },
      'done',
    ],
    [
      'takes the first good trial once work is spent',
      { trials: [trial(first, 66, 80, 900)], isSpent: true, isLow: true },
      'done',
    ],
    ['tries no further setting once work is low', { trials: LED, isLow: true }, 'done'],
    [
      'goes on once work is spent where none is good',
      { trials: [trial(first, 66, 61, 900)], isSpent: true },
      'first 86',
    ],
  ])('%s', (_, given, next) => {
    const state = {
      floor: 70,
      tolerance: 0.4,
      tooLongBytes: Infinity,
      enoughBytes: 0,
      settings: [first, second],
      trials: [],
      isSpent: false,
      isLow: false,
      ...given,
    };
    const choice = nextTrial<Named>(state);
    expect(choice === 'done' ? choice : `${choice.setting.name} ${choice.quality}`).toBe(next);
  });
});
