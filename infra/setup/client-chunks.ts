/** Icons of what the compress page loads when it is used, and of pages without React: they travel apart. */
const LATE_ICONS =
  /\/lucide-react\/.*\/icons\/(arrow-right|chevron-(down|left|right)|chevrons-left-right|circle-slash|columns-2|copy|download|folder-down|grip-vertical|hourglass|link-2|mail|map-pin|minus|phone|play|plus|rotate-ccw|share-2|sliders-horizontal|square-split-horizontal|trash(-2)?)\.\w+$/;

/**
 * Which modules of the client build travel together. Rollup alone cuts the interactive pages into some 27 scripts, many
 * under a kilobyte; on a slow line each costs a round trip. React stands alone, because the guide's demonstrations need
 * it without Remix.
 * @param id path of a module
 * @returns name of its chunk, or nothing where Rollup decides
 */
export function clientChunk(id: string): string | undefined {
  // Vite's own helper for late imports; beside a chunk below, pages without React would load that chunk for its sake.
  if (id.includes('vite/preload-helper')) return 'preload';
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (/\/node_modules\/(@remix-run|react-router|react-router-dom|turbo-stream|cookie)\//.test(id))
    return 'remix';
  // By name: the library's list of all icons would draw them into the chunk that it is part of.
  if (LATE_ICONS.test(id)) return 'late-icons';
  // What only the list of results, or a page without React, shows.
  if (/\/app\/components\/ui\/(tooltip|weight-bar|progress|plain-toaster|chip|card)\.tsx/.test(id))
    return undefined;
  if (/\/app\/components\/site\/(portrait|page-header)\.tsx/.test(id)) return undefined;
  if (/\/node_modules\/(lucide-react|clsx|class-variance-authority)\//.test(id)) return 'site';
  if (/\/app\/(components\/(ui|site)\/(?!toaster)|content\/(brand|navigation)\.ts)/.test(id)) return 'site';
  return undefined;
}
