import { describe, expect, it } from 'vitest';
import type { CandidatePalettes } from '#engine/palette/build/candidate-palettes.ts';
import { PaletteTrials, type TrialSubject } from '#engine/palette/choose/palette-trials.ts';

/** Palettes are told apart by their number of colours. */
function paletteOf(colours: number): Uint8Array {
  return new Uint8Array(colours * 4);
}

async function* candidates(...counts: number[]): CandidatePalettes {
  for (const count of counts) yield await Promise.resolve(paletteOf(count));
}

/** A subject whose scores at lambda 0 are given by the number of colours; dithering adds `ditherGain`, and bytes by `ditherCost`. */
function subjectOf(
  scores: Readonly<Record<number, number>>,
  given: Partial<TrialSubject> & {
    ditherGain?: number;
    ditherCost?: number;
    bytesOf?: (colours: number) => number;
  } = {},
) {
  const tried: string[] = [];
  const {
    ditherGain = 10,
    ditherCost = 1.3,
    bytesOf = (colours: number) => 1000 + 10 * colours,
    ...rest
  } = given;
  const subject: TrialSubject = {
    floor: 71,
    measurerFor: (palette, dither) => {
      const colours = palette.length / 4;
      tried.push(`${colours}${dither > 0 ? ' dithered' : ''}`);
      return (lambda) => {
        const x = Math.log2(lambda + 1);
        const score = scores[colours]! + (dither > 0 ? ditherGain : 0) - 4 * x;
        return Promise.resolve({
          lambda,
          score,
          bytes: bytesOf(colours) * (dither > 0 ? ditherCost : 1) * Math.exp(-0.15 * x),
        });
      };
    },
    tooLongBytes: Infinity,
    effort: 'full',
    isBudgetSpent: () => false,
    ...rest,
  };
  return { trials: new PaletteTrials(subject), tried };
}

/** Scores that no lambda changes, by the number of colours, and bytes hardly; dithering takes next to nothing more, and gains two points. */
function flatScores(scores: Readonly<Record<number, number>>): TrialSubject['measurerFor'] {
  return (palette, dither) => (lambda) => {
    const isDithered = Number(dither > 0);
    const score = scores[palette.length / 4]! + 2 * isDithered;
    return Promise.resolve({ lambda, score, bytes: 1000 + palette.length / 4 + isDithered - lambda / 100 });
  };
}

describe('PaletteTrials', () => {
  it('passes palettes that miss the floor and stops where more colours do not pay', async () => {
    const { trials, tried } = subjectOf({ 8: 60, 16: 80, 64: 81, 256: 82 });
    expect(await trials.tryCandidates(candidates(8, 16, 64, 256))).toBe(true);
    expect(tried).toEqual(['8', '16', '64']);
    expect(trials.acceptable.map(({ palette }) => palette.length / 4)).toEqual([16]);
    expect(trials.acceptable[0]!.search.best!.score).toBeGreaterThanOrEqual(71);
  });

  it('puts the smaller result first when more colours do pay', async () => {
    const { trials } = subjectOf({ 16: 74, 64: 92 }, { bytesOf: (colours) => 1000 + colours });
    await trials.tryCandidates(candidates(16, 64));
    expect(trials.acceptable.map(({ palette }) => palette.length / 4)).toEqual([64, 16]);
  });

  it('tells a palette by its bytes where no score would bring it back', async () => {
    const asked: (readonly [number, boolean])[] = [];
    const { trials } = subjectOf(
      {},
      {
        measurerFor: (palette) => (lambda, isTooLong) => {
          const bytes = palette.length === 64 ? 1000 : 9000;
          asked.push([palette.length / 4, isTooLong?.(bytes) ?? false]);
          return Promise.resolve({ lambda, score: palette.length === 64 ? 90 - lambda : 100, bytes });
        },
      },
    );
    await trials.tryCandidates(candidates(16, 64));
    expect(asked.filter(([colours]) => colours === 64)).toEqual([[64, true]]);
    expect(asked.some(([colours, isTooLong]) => colours === 16 && isTooLong)).toBe(false);
  });

  it('gives up where the first acceptable palette promises far too many bytes', async () => {
    const { trials } = subjectOf({ 16: 80 }, { tooLongBytes: 500 });
    expect(await trials.tryCandidates(candidates(16))).toBe(false);
  });

  it('gives up where only dithering reaches the floor, in far too many bytes', async () => {
    const { trials } = subjectOf({ 8: 66 }, { tooLongBytes: 500 });
    expect(await trials.tryCandidates(candidates(8))).toBe(true);
    expect(await trials.tryDithered(1)).toBe(false);
    expect(trials.acceptable).toEqual([]);
  });

  it('needs no more colours above an ample score, and leaves the others for later', async () => {
    const { trials, tried } = subjectOf({ 16: 97, 64: 99 });
    const palettes = candidates(16, 64);
    await trials.tryCandidates(palettes);
    await trials.tryDithered(2);
    expect(tried).toEqual(['16']);
    expect((await palettes.next()).value).toHaveLength(64 * 4);
  });

  it('dithers a palette that just missed the floor, and the leaders', async () => {
    const { trials, tried } = subjectOf({ 8: 66, 16: 78 });
    await trials.tryCandidates(candidates(8, 16));
    await trials.tryDithered(1);
    expect(tried.slice(2)).toEqual(['8 dithered', '16 dithered']);
  });

  it('dithers what missed the floor by far at three strengths where nothing else reaches it', async () => {
    const { trials, tried } = subjectOf({ 8: 30 });
    await trials.tryCandidates(candidates(8));
    await trials.tryDithered(2);
    expect(tried).toEqual(['8', '8 dithered', '8 dithered', '8 dithered']);
    expect(trials.acceptable).toEqual([]);
  });

  it('does not dither what missed the floor by far beside a palette that reached it', async () => {
    const { trials, tried } = subjectOf({ 8: 30, 16: 78 });
    await trials.tryCandidates(candidates(8, 16));
    await trials.tryDithered(0);
    expect(tried).toEqual(['8', '16']);
  });

  it('dithers no leader that the floor does not bound, and none of more colours than lead', async () => {
    const flat = { measurerFor: flatScores({ 16: 84, 64: 86 }) };
    const bounded = { measurerFor: flatScores({ 16: 78, 64: 79 }) };
    const dithered = async (given: typeof flat) => {
      const { trials } = subjectOf({}, given);
      await trials.tryCandidates(candidates(16, 64));
      await trials.tryDithered(2);
      return trials.acceptable.filter(({ dither }) => dither > 0).map(({ palette }) => palette.length / 4);
    };
    expect(await dithered(flat)).toEqual([]);
    expect(await dithered(bounded)).toEqual([16]);
  });

  it('dithers nothing that reached the floor with fast effort', async () => {
    const { trials, tried } = subjectOf({ 8: 66, 16: 78 }, { effort: 'fast' });
    await trials.tryCandidates(candidates(8, 16));
    await trials.tryDithered(2);
    expect(tried).toEqual(['8', '16']);
  });

  it('takes the first acceptable palette when the budget is spent', async () => {
    const { trials, tried } = subjectOf({ 16: 78, 64: 90 }, { isBudgetSpent: () => true });
    await trials.tryCandidates(candidates(16, 64));
    await trials.tryDithered(2);
    await trials.finish();
    expect(tried).toEqual(['16']);
  });

  it('tries the leader with fewer colours for as long as that leads', async () => {
    const { trials, tried } = subjectOf({ 16: 60, 64: 80, 48: 80, 36: 79, 27: 69 });
    await trials.tryCandidates(candidates(16, 64));
    tried.length = 0;
    await trials.tryFewer({ of: paletteOf });
    expect(tried).toEqual(['48', '36', '27']);
    expect(trials.acceptable.map(({ palette }) => palette.length / 4)).toEqual([36, 48, 64]);
  });

  it('follows dithering that misses the floor in far fewer bytes', async () => {
    const measurerFor: TrialSubject['measurerFor'] = (_, dither) => (lambda) => {
      const [score, bytes] =
        dither > 0 ? (lambda >= 4 ? [62, 650] : [72, 750]) : lambda > 0 ? [65, 600] : [75, 1000];
      return Promise.resolve({ lambda, score: score!, bytes: bytes! });
    };
    const { trials } = subjectOf({}, { measurerFor });
    await trials.tryCandidates(candidates(256));
    await trials.tryDithered(1);
    expect(trials.acceptable.map(({ dither }) => dither > 0)).toEqual([true, false]);
  });

  it('tries fewer colours where points above the floor save nothing more', async () => {
    const scores: Readonly<Record<number, number>> = { 64: 90, 48: 84, 36: 76, 27: 60 };
    const measurerFor: TrialSubject['measurerFor'] = (palette) => (lambda) => {
      const colours = palette.length / 4;
      return Promise.resolve({ lambda, score: scores[colours]!, bytes: 1000 + 10 * colours - lambda / 10 });
    };
    const { trials } = subjectOf({}, { measurerFor });
    await trials.tryCandidates(candidates(64));
    await trials.tryFewer({ of: paletteOf });
    expect(trials.acceptable.map(({ palette }) => palette.length / 4)).toEqual([36, 48, 64]);
  });

  it('tries nothing with fewer colours where there are few, or when the budget is spent', async () => {
    const few = subjectOf({ 5: 80 });
    await few.trials.tryCandidates(candidates(5));
    await few.trials.tryFewer({ of: paletteOf });
    const late = subjectOf({ 16: 80, 12: 80 }, { isBudgetSpent: () => true });
    await late.trials.tryCandidates(candidates(16));
    await late.trials.tryFewer({ of: paletteOf });
    expect([...few.tried, ...late.tried]).toEqual(['5', '16']);
  });

  it('takes no fewer colours where hardly any bytes pay for the loss', async () => {
    const { trials } = subjectOf({ 16: 60, 64: 80, 48: 74 }, { bytesOf: (colours) => 1000 + colours });
    await trials.tryCandidates(candidates(16, 64));
    const before = trials.acceptable[0]!.search.best!;
    await trials.tryFewer({ of: paletteOf });
    expect(trials.acceptable[0]!.search.best).toBe(before);
  });

  it('brings the leader close to the floor in the end', async () => {
    const { trials } = subjectOf({ 16: 90 });
    await trials.tryCandidates(candidates(16));
    await trials.finish();
    expect(trials.acceptable[0]!.search.best!.score).toBeLessThan(71.5);
  });

  it('fits a fuller palette anew', async () => {
    const { trials } = subjectOf({ 16: 80, 20: 88 });
    await trials.tryCandidates(candidates(16));
    const [leader] = trials.acceptable;
    const fuller = await trials.refit(leader!, paletteOf(20));
    expect(fuller.palette).toHaveLength(80);
    expect(fuller.search.best!.lambda).toBeGreaterThan(leader!.search.best!.lambda);
  });
});
