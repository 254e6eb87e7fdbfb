import { documentMeta, documentRoute } from '~/components/document/document-page.tsx';
import { ReadingProgress } from '~/components/guide/reading-progress.tsx';
import * as guide from '~/content/documents/guide.mdx';
import { questions } from '~/content/questions.ts';

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
