import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';

const SOURCES = fileURLToPath(new URL('../../functions/client', import.meta.url));

/**
 * Builds the client of the API: one file for browsers and Node that needs nothing else, and its types beside it.
 * @param folder where `client.js` and `client/*.d.ts` go
 */
export async function buildClient(folder: string): Promise<void> {
  await build({
    entryPoints: { client: `${SOURCES}/index.ts` },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: ['es2022'],
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  await mkdir(`${folder}/client`, { recursive: true });
  for (const name of await readdir(SOURCES)) {
    const source = await readFile(`${SOURCES}/${name}`, 'utf8');
    await writeFile(`${folder}/client/${name.replace(/\.ts$/, '.d.ts')}`, declarationsOf(name, source));
  }
}

/** What a file declares, with its imports naming what is shipped. */
function declarationsOf(fileName: string, source: string): string {
  const { outputText, diagnostics } = ts.transpileDeclaration(source, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { strict: true, target: ts.ScriptTarget.ESNext, isolatedDeclarations: true },
  });
  const [problem] = diagnostics ?? [];
  if (problem) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return outputText.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
}
