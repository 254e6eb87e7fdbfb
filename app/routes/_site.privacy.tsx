import { documentMeta, documentRoute } from '~/components/document/document-page.tsx';
import * as privacy from '~/content/documents/privacy.mdx';

export const meta = documentMeta(privacy, '/privacy');
export default documentRoute(privacy);
