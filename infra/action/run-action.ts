import { spawnSync } from 'node:child_process';
import { fileExtensions } from '#engine/api/kinds.ts';
import { commentOn } from './comment.ts';
import { tableOf, type FoundFile } from './table.ts';

export interface ActionInputs {
  readonly mode: string;
  readonly paths: readonly string[];
  /** As the command takes it: "10%". */
  readonly maxSaving: string;
  /** Program with its first arguments. */
  readonly command: readonly string[];
  readonly arguments: readonly string[];
  /** [a push or a run by hand] */
  readonly pullRequest?: PullRequestFacts;
  /** Adds to the page of the job. */
  readonly summary: (text: string) => void;
  readonly output: (name: string, value: number) => void;
}

interface PullRequestFacts {
  readonly baseSha: string;
  readonly branch: string;
  /** Its branch may not be written to, and it has no token that writes. */
  readonly isFork: boolean;
  /** Address of its comments. */
  readonly comments: string;
  readonly token: string;
}

const EXTENSIONS = fileExtensions();
const MODES = ['check', 'commit', 'comment'];
/** Statuses of the command that still have results: done, could be smaller, some files failed, a target missed. */
const WITH_RESULTS: readonly (number | null)[] = [0, 1, 3, 4];
const AUTHOR = ['-c', 'user.name=featherpress', '-c', 'user.email=featherpress@users.noreply.github.com'];

/**
 * Checks, commits or comments. Damaged files are named, and fail nothing.
 * @returns the exit status: 1 where a check finds files that could be smaller
 * @throws Error when git or the command cannot do their work
 */
export async function runAction(inputs: ActionInputs): Promise<0 | 1> {
  const { mode, pullRequest, summary, output } = inputs;
  if (!MODES.includes(mode))
    throw new Error(`Expected one of ${MODES.join(', ')} as mode but received ${mode}.`);
  const writes = mode === 'commit' && pullRequest?.isFork !== true;
  const found = compress(trackedFiles(inputs), inputs, writes ? '--in-place' : '--dry-run');
  const smaller = found.filter(({ status }) => status === 'smaller');
  const above = smaller.filter(
    ({ savingsRatio = 0 }) => savingsRatio > Number.parseFloat(inputs.maxSaving) / 100,
  );
  const told = mode === 'commit' ? smaller : above;
  output('files', told.length);
  output(
    'saved-bytes',
    told.reduce((sum, file) => sum + savedBytes(file), 0),
  );
  const table = tableOf(told, found, writes);
  summary(table);
  for (const { file, error } of found)
    if (error) console.log(`::warning file=${file},title=Featherpress::${error.message.split('\n', 1)[0]!}`);
  if (writes && smaller.length > 0) push(smaller, pullRequest?.branch);
  if (mode === 'comment' && pullRequest && !pullRequest.isFork)
    await commentOn(pullRequest, table, told.length > 0);
  if (mode !== 'check') return 0;
  for (const { file, savingsRatio = 0 } of above)
    console.log(
      `::error file=${file},title=Featherpress::Could be smaller by ${Math.round(savingsRatio * 100)} %`,
    );
  return above.length > 0 ? 1 : 0;
}

function savedBytes({ sourceBytes = 0, outputBytes = sourceBytes }: FoundFile): number {
  return sourceBytes - outputBytes;
}

/** Files that git tracks; of a pull request those that it changes, where its base has been fetched. */
function trackedFiles({ paths, pullRequest }: ActionInputs): string[] {
  const patterns = paths.flatMap((path) => EXTENSIONS.map((extension) => patternOf(path, extension)));
  const base = pullRequest && git('rev-parse', '--verify', '--quiet', `${pullRequest.baseSha}^{commit}`);
  const listed =
    base?.status === 0
      ? git(
          'diff',
          '-z',
          '--name-only',
          '--diff-filter=d',
          `${pullRequest!.baseSha}...HEAD`,
          '--',
          ...patterns,
        )
      : git('ls-files', '-z', '--', ...patterns);
  return succeeded(listed, 'git').split('\0').filter(Boolean);
}

/** A file by its name, or all of an extension below a folder. */
function patternOf(path: string, extension: string): string {
  const isFile = new RegExp(`\\.(${EXTENSIONS.join('|')})$`, 'i').test(path);
  if (isFile) return `:(literal)${path}`;
  const folder = path === '.' ? '' : `${path.replace(/\/+$/, '')}/`;
  return `:(icase,glob)${folder}**/*.${extension}`;
}

function compress(files: readonly string[], inputs: ActionInputs, how: string): FoundFile[] {
  if (files.length === 0) return [];
  const [program, ...first] = inputs.command as [string, ...string[]];
  const all = [...first, how, '--json', '--files-from', '-', ...inputs.arguments];
  const done = spawnSync(program, all, {
    input: files.join('\0') + '\0',
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (!WITH_RESULTS.includes(done.status))
    throw new Error(`${program} could not be run: ${done.error?.message ?? done.stderr.trim()}`);
  return done.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FoundFile);
}

/** One commit on the branch that was checked out, or on that of the pull request. */
function push(files: readonly FoundFile[], branch: string | undefined): void {
  succeeded(git('add', '--', ...files.map(({ file }) => `:(literal)${file}`)), 'git add');
  succeeded(git(...AUTHOR, 'commit', '-q', '-m', 'Make pictures and documents smaller'), 'git commit');
  succeeded(
    git('push', '-q', 'origin', branch === undefined ? 'HEAD' : `HEAD:refs/heads/${branch}`),
    'git push',
  );
}

function git(...args: string[]) {
  return spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function succeeded({ status, stdout, stderr }: ReturnType<typeof git>, what: string): string {
  if (status !== 0) throw new Error(`${what}: ${stderr.trim()}`);
  return stdout;
}
