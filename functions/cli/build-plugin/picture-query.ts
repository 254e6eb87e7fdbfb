import { extname } from 'node:path';
import { KIND_INFO, kindOfExtension, OUTPUT_KINDS } from '#engine/api/kinds.ts';
import { kindConflict, type JobOptions } from '#engine/api/options.ts';
import { JOB_OPTION_FIELDS, JobOptionError, parseJobOptions } from '#platform/contracts/job-option-fields.ts';

/** What the query of an import asks of a file: `./hero.jpg?format=avif&w=800`. */
export interface PictureQuery {
  /** As it was written, with its "?". */
  readonly text: string;
  /** Options that were named; the others are those of the plugin. */
  readonly options: Partial<JobOptions>;
  /** What is left for others, such as "?inline", or "". */
  readonly rest: string;
}

const SHORT_NAMES: Readonly<Record<string, string>> = { w: 'maxWidth', h: 'maxHeight' };
const NAMES = new Set([
  ...Object.keys(SHORT_NAMES),
  ...Object.values(JOB_OPTION_FIELDS).flatMap(({ name, alias }) =>
    alias === undefined ? [name] : [name, alias],
  ),
]);
/** Those that make several files of one. */
const SET_NAMES = ['widths', 'formats'];

/** Images that people would ask this of, and that we do not take. */
const OTHER_IMAGES = ['.svg', '.gif', '.bmp', '.ico', '.tif', '.tiff', '.heic', '.heif', '.jxl'];

/** An import whose query may be ours. */
export const WITH_QUERY = new RegExp(`^[^?#]+\\?(?:[^#]*&)?(?:${[...NAMES].join('|')})=`);

/** An import in two; null where its query is that of others. */
export function splitRequest(request: string): { readonly path: string; readonly query: string } | null {
  const at = request.indexOf('?');
  return WITH_QUERY.test(request)
    ? { path: request.slice(0, at), query: request.slice(at).replace(/#.*$/s, '') }
    : null;
}

/**
 * Reads the query of an import.
 * @param name  of the file
 * @param text  with its "?"
 * @returns null without one of our options, and for files that are neither images nor documents: the query is that of others
 * @throws Error in words for the person who wrote it, without the name of the file
 */
export function parsePictureQuery(name: string, text: string): PictureQuery | null {
  const parts = text.slice(1).split('&');
  const own = [...new URLSearchParams(text)].filter(([option]) => NAMES.has(option));
  if (own.length === 0) return null;
  const kind = kindOfExtension(name);
  if (kind === null || kind === 'legacy-ppt') {
    if (!OTHER_IMAGES.includes(extname(name).toLowerCase())) return null;
    const labels = OUTPUT_KINDS.map((each) => KIND_INFO[each].label).join(', ');
    throw new Error(`A format and a size can be asked of these images: ${labels}. Leave the query out.`);
  }
  const options = optionsIn(own);
  const conflict = kindConflict(kind, options);
  if (conflict !== null) throw new Error(conflict);
  const others = parts.filter((part) => !NAMES.has(part.split('=', 1)[0]!));
  return { text, options, rest: others.length > 0 ? `?${others.join('&')}` : '' };
}

function optionsIn(own: readonly (readonly [name: string, text: string])[]): Partial<JobOptions> {
  const names = own.map(([name]) => name);
  const ofSet = names.find((name) => SET_NAMES.includes(name));
  if (ofSet !== undefined)
    throw new Error(
      `An import is one file, so ${ofSet} does not go here. Import each width (w) and format for itself.`,
    );
  const empty = own.find(([, text]) => text === '');
  if (empty) throw new Error(`The ${empty[0]} has no value.`);
  try {
    const options = parseJobOptions(own.map(([name, text]) => [SHORT_NAMES[name] ?? name, text] as const));
    const { preset, ...others } = options;
    return names.includes('preset') ? { preset, ...others } : others;
  } catch (error) {
    throw inWordsOf(names, error);
  }
}

/** An error that calls an option as the person did. */
function inWordsOf(names: readonly string[], error: unknown): unknown {
  if (!(error instanceof JobOptionError) || error.expected === undefined) return error;
  const written = names.find((name) => (SHORT_NAMES[name] ?? name) === error.option) ?? error.option;
  return new Error(`The ${written} must be ${error.expected}.`);
}
