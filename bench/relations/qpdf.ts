import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

/** Where the file stands among the arguments of qpdf. */
export const SOURCE = '{source}';

/**
 * A PDF as qpdf writes it.
 * @param options with {@link SOURCE} in the place of the file [before all others]
 * @returns null for a file that qpdf cannot write
 * @throws when qpdf is not installed
 */
export async function rewrittenByQpdf(
  pdf: Uint8Array,
  options: readonly string[],
): Promise<Uint8Array | null> {
  const folder = await mkdtemp(join(tmpdir(), 'qpdf-'));
  try {
    const [source, result] = [join(folder, 'source.pdf'), join(folder, 'result.pdf')] as const;
    await writeFile(source, pdf);
    const placed = options.includes(SOURCE) ? options : [SOURCE, ...options];
    const args = placed.map((option) => (option === SOURCE ? source : option));
    const { status } = await runProgram('qpdf', ['--static-id', '--allow-weak-crypto', ...args, result]);
    // 3 is success with warnings.
    return status === 0 || status === 3 ? new Uint8Array(await readFile(result)) : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many pages a PDF has. */
export async function pageCountOf(pdf: Uint8Array): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'qpdf-'));
  try {
    const path = join(folder, 'source.pdf');
    await writeFile(path, pdf);
    return Number((await runProgram('qpdf', ['--show-npages', path])).output.toString());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
