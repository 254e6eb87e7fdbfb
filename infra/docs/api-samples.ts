import { readdir, readFile } from 'node:fs/promises';
import { LANGUAGES } from '#app/content/api/languages.ts';

const SAMPLES = new URL('../../docs/samples/', import.meta.url);
const MARK =
  /<!-- Sample: ([\w-]+), written by "npm run docs" from docs\/samples -->\n[\s\S]*?<!-- End of sample -->/g;
/**
 * The page with its samples as docs/samples has them: in curl, with links to those in other languages.
 * @throws Error when a language lacks one
 */
export async function withSamples(page: string): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const match of page.matchAll(MARK)) {
    const name = match[1]!;
    parts.push(page.slice(end, match.index), await sampleCalled(name));
    end = match.index + match[0].length;
  }
  return [...parts, page.slice(end)].join('');
}

async function sampleCalled(name: string): Promise<string> {
  const paths = await Promise.all(
    LANGUAGES.map(async ({ folder, label }) => {
      const names = await readdir(new URL(`${folder}/`, SAMPLES));
      const file = names.find((each) => each.startsWith(`${name}.`));
      if (file === undefined) throw new Error(`There is no sample "${name}" in docs/samples/${folder}.`);
      return { label, path: `${folder}/${file}` };
    }),
  );
  const [curl, ...others] = paths;
  const code = await readFile(new URL(curl!.path, SAMPLES), 'utf8');
  return [
    `<!-- Sample: ${name}, written by "npm run docs" from docs/samples -->`,
    `\`\`\`sh\n${code.trimEnd()}\n\`\`\``,
    `The same in ${others.map(({ label, path }) => `[${label}](samples/${path})`).join(', ')}.`,
    '<!-- End of sample -->',
  ].join('\n\n');
}
