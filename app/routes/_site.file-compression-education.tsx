import type { LinksFunction } from '@remix-run/node';
import { documentMeta, documentRoute } from '~/components/document/document-page.tsx';
import { ReadingProgress } from '~/components/guide/reading-progress.tsx';
import * as guide from '~/content/documents/guide.mdx';
import { questions } from '~/content/questions.ts';
import jetbrainsMono from '~/fonts/jetbrains-mono.woff2?url';
import { preloadFont } from '~/fonts/preload-font.ts';

/** Its text names codes and keys. */
export const links: LinksFunction = () => [preloadFont(jetbrainsMono)];

export const meta = documentMeta(guide, '/file-compression-education', () => [
  {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  },
]);

export default documentRoute(guide, <ReadingProgress />);
