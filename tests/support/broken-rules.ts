import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programPath } from '../../infra/lint/programs.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';

/** What oxlint finds in a folder that holds a configuration of its own. */
export async function brokenRulesIn(
  folder: string,
): Promise<readonly { readonly file: string; readonly rule: string; readonly message: string }[]> {
  const run = promisify(execFile)(PROJECT_NODE, [programPath('oxlint'), '--format', 'json'], {
    cwd: folder,
    maxBuffer: 16 * 1024 ** 2,
  });
  // It ends with status 1 where a rule is broken.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; message: string }[];
  };
  return diagnostics.map(({ code, filename, message }) => ({ file: filename, rule: code, message }));
}
