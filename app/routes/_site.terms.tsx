import { documentMeta, documentRoute } from '~/components/document/document-page.tsx';
import * as terms from '~/content/documents/terms.mdx';

export const meta = documentMeta(terms, '/terms');
export default documentRoute(terms);
