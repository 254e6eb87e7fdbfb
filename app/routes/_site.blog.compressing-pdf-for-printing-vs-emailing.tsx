import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/blog/compressing-pdf-for-printing-vs-emailing.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
