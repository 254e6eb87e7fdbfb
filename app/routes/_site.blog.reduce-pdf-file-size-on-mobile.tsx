import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/blog/reduce-pdf-file-size-on-mobile.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
