/** Icons of what the compress page loads when it is used, and of pages without React: they travel apart. */
const LATE_ICONS = '/app/components/ui/late-icons.tsx';

/** What only the list of results and the dashboard need, and what no interactive page does. */
const NOT_AT_FIRST =
  /\/app\/components\/(site\/(start-zone|portrait|page-header|shared-file-page)|ui\/(card|chip|tooltip|weight-bar|progress|plain-toaster|use-kept-focus|moment|word-breaks))\.tsx?$/;

/** What checks files and reads what was asked for, on the compress page and, late, on pages with a drop zone. */
const CHECKS =
  /\/(app\/compressor\/(selection\/(selection|folder-of)|upload\/page-left|queue\/(refusal|chosen-options|run-location)|results\/reduction-percent)|workers\/engine\/api\/(kinds|presets)|platform\/contracts\/(selection-errors|operating-limits|byte-size))\.ts$/;

/**
 * Which modules of the client build travel together. Rollup alone cuts the interactive pages into some 27 scripts, many
 * under a kilobyte; on a slow line each costs a round trip. React stands alone, because the guide's demonstrations need
 * it without Remix.
 * @param id path of a module
 * @returns name of its chunk, or nothing where Rollup decides
 */
export function clientChunk(id: string): string | undefined {
  // What loads code late, Vite's helper and ours; beside a chunk below, pages without React would load that for their sake.
  if (id.includes('vite/preload-helper') || id.endsWith('/app/load-late.ts')) return 'preload';
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (/\/node_modules\/(@remix-run|react-router|react-router-dom|turbo-stream|cookie)\//.test(id))
    return 'remix';
  if (CHECKS.test(id)) return 'checks';
  if (id.endsWith(LATE_ICONS)) return 'late-icons';
  if (NOT_AT_FIRST.test(id)) return undefined;
  if (/\/node_modules\/(clsx|class-variance-authority)\//.test(id)) return 'site';
  if (
    /\/app\/(components\/((ui|site)\/(?!toaster)|compress\/kind-sheet)|content\/(brand|navigation)\.ts)/.test(
      id,
    )
  )
    return 'site';
  return undefined;
}
