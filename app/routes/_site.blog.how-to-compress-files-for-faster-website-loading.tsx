import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/blog/how-to-compress-files-for-faster-website-loading.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
