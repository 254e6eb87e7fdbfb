import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/blog/why-file-compression-is-essential-for-remote-work.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
