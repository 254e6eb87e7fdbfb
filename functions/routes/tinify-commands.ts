import type { JobOptions } from '#engine/index.ts';
import { ApiError } from '../services/api-error.ts';
import { readJobOptions } from '../services/jobs/job-options.ts';

type Commands = Readonly<Record<string, unknown>>;
type Option = readonly [name: string, text: string];

/** What each command of Tinify is in options of ours. */
const COMMANDS: Readonly<Record<string, (value: unknown) => readonly Option[]>> = {
  preserve,
  resize,
  convert,
  transform,
};

/**
 * The options of a job that does what a client of Tinify asks for.
 * @returns undefined where the output is that already
 * @throws ApiError "invalid-request" for what is not offered: no command is left out silently
 */
export function optionsOf(commands: Commands): JobOptions | undefined {
  const options = Object.entries(commands).flatMap(([name, value]) => {
    const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!read) throw notOffered(`"${name.slice(0, 40)}"`);
    return read(value);
  });
  return options.length === 0 ? undefined : readJobOptions(options);
}

/** Copyright and date are kept anyway; other descriptions went with the first compression. */
function preserve(value: unknown): [] {
  if ([value].flat().every((each) => each === 'copyright' || each === 'creation')) return [];
  throw new ApiError('invalid-request', {
    message: 'Copyright and creation are preserved. For more, send the image with /shrink?keep=all.',
  });
}

/** Never up: "scale" by one side, "fit" into both. Some clients send 0 for the side that they do not ask for. */
function resize(value: unknown): Option[] {
  const { method, width, height } = Object(value) as Commands;
  if (method !== 'scale' && method !== 'fit')
    throw notOffered(`"resize" by "${String(method).slice(0, 40)}"`);
  const sides = [
    ['maxWidth', width],
    ['maxHeight', height],
  ] as const;
  const asked = sides.filter(([, side]) => side !== undefined);
  const above = asked.filter(([, side]) => side !== 0 && side !== null);
  return (above.length > 0 ? above : asked).map(([name, side]) => [name, String(side)]);
}

/** Of several types the smallest result. */
function convert(value: unknown): Option[] {
  const types = [(Object(value) as Commands).type].flat().map(String);
  if (types.includes('*/*')) return [['format', 'auto']];
  const [type = '', ...others] = types;
  if (others.length === 0) return [['format', type.replace(/^image\//, '')]];
  return [
    ['format', 'auto'],
    ['accept', types.join(',')],
  ];
}

const COLOURS: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' };

function transform(value: unknown): Option[] {
  const { background } = Object(value) as Commands;
  return [['background', COLOURS[String(background)] ?? String(background)]];
}

function notOffered(what: string): ApiError {
  return new ApiError('invalid-request', { message: `${what} is not offered here.` });
}
