import { beforeAll, describe, expect, it } from 'vitest';
import { helpWith, type CompressOptions, type HelpAnswer } from '#engine/index.ts';
import { photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { pictureDeck } from '#tests/support/shrink-deck.ts';

let deck: Uint8Array;
beforeAll(async () => {
  const [a, b, c, d, e] = await Promise.all([
    photoJpeg(360, 300, 1),
    photoJpeg(320, 300, 2),
    photoPng(200, 180, 3),
    photoPng(180, 180, 4),
    photoPng(160, 150, 5),
  ]);
  deck = buildDeck(pictureDeck({ 'a.jpg': a, 'b.jpg': b, 'c.png': c, 'd.png': d, 'e.png': e }));
});

type Answer = (bytes: Uint8Array, task: object) => Promise<HelpAnswer>;

const answerAsAsked: Answer = (bytes, task) => helpWith(bytes, task, codecs);

/** Engines in this process, to which messages travel as between processes. */
class IdleEngines {
  given = 0;
  private idle: number;
  private readonly answer: Answer;

  constructor(count: number, answer: Answer = answerAsAsked) {
    this.idle = count;
    this.answer = answer;
  }

  readonly offer = async (bytes: Uint8Array, task: object) => {
    if (this.idle === 0) return null;
    this.idle--;
    this.given++;
    const answer = this.answer(bytes, asSent(task))
      .then((made) => ({ bytes: made.bytes, findings: asSent(made.findings) }))
      .catch(() => null)
      .finally(() => this.idle++);
    return { answer };
  };
}

function asSent(data: object): object {
  return JSON.parse(JSON.stringify(data)) as object;
}

type Options = Omit<CompressOptions, 'codecs'>;

describe('pictures of a deck that idle engines make', () => {
  it.each<[string, Options]>([
    ['at a preset', {}],
    ['without loss, where every pixel stays', { preset: 'lossless' }],
    ['for a size', { targetBytes: 20_000 }],
    ['where work is short', { budgetMs: 120 }],
    ['where there is hardly any work', { budgetMs: 10 }],
  ])('come out alike with one engine and with four %s', async (_, options) => {
    const engines = new IdleEngines(3);
    const [alone, helped] = [await run(deck, options), await run(deck, { ...options, helpers: engines })];
    expect(engines.given).toBeGreaterThan(0);
    expect(Buffer.from(helped.bytes).equals(alone.bytes)).toBe(true);
    expect({ ...helped.report, steps: [] }).toEqual({ ...alone.report, steps: [] });
  });

  it('are made here where another engine fails', async () => {
    const engines = new IdleEngines(2, () => Promise.reject(new Error('gone')));
    const [alone, helped] = [await run(deck), await run(deck, { helpers: engines })];
    expect(engines.given).toBeGreaterThan(0);
    expect(Buffer.from(helped.bytes).equals(alone.bytes)).toBe(true);
  });

  it('are not offered again while no engine is idle', async () => {
    const engines = new IdleEngines(0);
    await run(deck, { helpers: engines });
    expect(engines.given).toBe(0);
  });
});
