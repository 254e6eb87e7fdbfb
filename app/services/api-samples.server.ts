import { LANGUAGES, type Sample } from '~/content/api/languages.ts';

const texts = import.meta.glob<string>('../../docs/samples/*/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * One sample in every language, as the files of docs/samples have it, which the tests run.
 * @param name such as "compress"
 * @throws Error when a language lacks it
 */
export function sampleCalled(name: string): Sample {
  return Object.fromEntries(
    LANGUAGES.map(({ folder }) => {
      const path = Object.keys(texts).find((each) => each.includes(`/samples/${folder}/${name}.`));
      if (path === undefined) throw new Error(`There is no sample "${name}" in docs/samples/${folder}.`);
      return [folder, texts[path]!.trimEnd()];
    }),
  ) as Sample;
}
