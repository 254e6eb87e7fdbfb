import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** What a golden file came to. */
export interface Golden {
  readonly bytes: number;
  /** Similarity with the source, 100 = identical; null where all is lossless. */
  readonly score: number | null;
}

/**
 * Fails when a golden file grows by 2 % or loses similarity, with a table of what moved. With GOLDEN=record in the
 * environment it records what it got.
 * @param name      of the record in tests/golden
 * @param lossLimit how much similarity a file may lose
 */
export async function expectGolden(
  name: string,
  now: Readonly<Record<string, Golden>>,
  lossLimit: (was: Golden) => number,
): Promise<void> {
  const record = fileURLToPath(new URL(`../golden/${name}.json`, import.meta.url));
  if (process.env['GOLDEN'] === 'record') await writeFile(record, `${JSON.stringify(now, null, 2)}\n`);
  const before = JSON.parse(await readFile(record, 'utf8')) as Record<string, Golden>;
  const moved = Object.entries(now).flatMap(([file, is]) => {
    const was = before[file];
    if (!was) return [`${file}: not recorded yet`];
    const isLarger = is.bytes > was.bytes * 1.02;
    const isWorse = (is.score ?? 100) < (was.score ?? 100) - lossLimit(was);
    return isLarger || isWorse
      ? [`${file}: ${was.bytes} -> ${is.bytes} bytes, score ${was.score} -> ${is.score}`]
      : [];
  });
  expect(moved.join('\n')).toBe('');
}
