import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/blog/how-to-compress-large-videos-before-uploading.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
