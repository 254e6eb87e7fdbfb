import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/landing/compress-pdf-for-email.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
