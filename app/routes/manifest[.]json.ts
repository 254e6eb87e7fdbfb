import { installManifest } from '~/pwa/install-manifest.ts';

/** The install manifest; asked for again at every visit, so that a change is seen at once. */
export function loader() {
  return new Response(JSON.stringify(installManifest()), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
