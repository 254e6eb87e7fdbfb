import { articleMeta, articleRoute } from '~/components/article/article-page.tsx';
import * as article from '~/content/landing/compress-images-for-website.mdx';

export const meta = articleMeta(article);
export default articleRoute(article);
