import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/blog/best-tools-to-compress-images-online.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
