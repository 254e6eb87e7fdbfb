import type { LinksFunction } from '@remix-run/node';
import { documentMeta, documentRoute } from '~/components/document/document-page.tsx';
import * as privacy from '~/content/documents/privacy.mdx';
import jetbrainsMono from '~/fonts/jetbrains-mono.woff2?url';
import { preloadFont } from '~/fonts/preload-font.ts';

/** Its text names codes and keys. */
export const links: LinksFunction = () => [preloadFont(jetbrainsMono)];

export const meta = documentMeta(privacy, '/privacy');
export default documentRoute(privacy);
