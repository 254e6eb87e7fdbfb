import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FILE_KINDS, KIND_INFO, PRESETS } from '#engine/index.ts';
import type { Mutant } from './judge.ts';

const caseSchema = z.object({
  kind: z.enum(FILE_KINDS),
  preset: z.enum(PRESETS),
  /** Name of the mutant's file, beside this one. */
  file: z.string(),
  seed: z.number(),
  number: z.number(),
  /** Which file it was made of, and how. */
  origin: z.string(),
  mutations: z.array(z.string()),
  verdict: z.string(),
  detail: z.string(),
});
export type CaseFacts = Omit<z.infer<typeof caseSchema>, 'file' | 'kind' | 'preset'>;

/** Keeps a mutant that failed, and what is known of it. @returns the path for `--replay` */
export async function saveCase(folder: string, mutant: Mutant, facts: CaseFacts): Promise<string> {
  const name = `${facts.seed}-${facts.number}-${facts.verdict.replaceAll(' ', '-')}`;
  const file = `${name}.${KIND_INFO[mutant.kind].extensions[0]}`;
  const { kind, preset } = mutant;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), mutant.bytes);
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ kind, preset, file, ...facts }, null, 2));
  return join(folder, `${name}.json`);
}

/** @throws for a file that is no saved case */
export async function readCase(path: string): Promise<Mutant & { readonly facts: CaseFacts }> {
  const { kind, preset, file, ...facts } = caseSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return { kind, preset, facts, bytes: new Uint8Array(await readFile(join(path, '..', file))) };
}
