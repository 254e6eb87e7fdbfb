import { parseArguments, UsageError, HELP, type CliRequest } from './arguments.ts';
import { compressFiles } from './compress-files.ts';

/** Exit status: 0 all compressed, 2 bad usage, 3 a file that could not be compressed. */
export async function runCli(argv: readonly string[]): Promise<number> {
  let request: CliRequest;
  try {
    const parsed = await parseArguments(argv);
    if (parsed === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    request = parsed;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nTry --help.\n`);
    return 2;
  }
  return (await compressFiles(request)) ? 0 : 3;
}
