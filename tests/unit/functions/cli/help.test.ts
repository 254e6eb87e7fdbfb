import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_OPTIONS } from '#functions/cli/command-options.ts';
import { completionScript, SHELLS } from '#functions/cli/completion.ts';
import { helpText } from '#functions/cli/help.ts';
import { manPage } from '#functions/cli/man-page.ts';
import { version } from '#functions/cli/version.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const NAMES = Object.keys(COMMAND_OPTIONS);

describe('the table of options', () => {
  it('is in the help, in lines that fit', () => {
    const help = helpText();
    for (const name of NAMES) expect(help).toContain(`--${name}`);
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  it('is in the manual page, with dashes that can be copied', () => {
    const page = manPage('1.2.3');
    for (const name of NAMES) expect(page).toContain(`\\-\\-${name.replaceAll('-', '\\-')}`);
    expect(page).toMatch(/^\.TH FEATHERPRESS 1 "" "Featherpress 1\.2\.3"/);
    // A line that begins with a dot or an apostrophe and is no macro would vanish.
    const control = page.split('\n').filter((line) => /^[.']/.test(line));
    expect(control.filter((line) => !/^\.(TH|SH|SS|TP|PP|B|br)\b/.test(line))).toEqual([]);
  });

  it.each(SHELLS)('is in the completions of %s', (shell) => {
    const script = completionScript(shell);
    for (const name of NAMES) expect(script).toMatch(new RegExp(`(--|-l )${name}\\b`));
  });

  it('completes options and their values in bash', () => {
    const folder = temporaryFolder();
    const script = join(folder, 'completion.bash');
    writeFileSync(script, completionScript('bash'));
    const complete = (...words: string[]): string[] => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const code = `source '${script}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _featherpress; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', code], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    };
    expect(complete('featherpress', '--pre')).toEqual(['--preset']);
    expect(complete('featherpress', 'a.pdf', '--preset', '')).toEqual([
      'small',
      'balanced',
      'high',
      'lossless',
    ]);
    expect(complete('featherpress', 'wat')).toEqual(['watch']);
    expect(complete('featherpress', 'completion', 'f')).toEqual(['fish']);
  });

  it.each(['zsh', 'fish'] as const)('is understood by %s where that is there', (shell) => {
    const script = completionScript(shell);
    const { error, status } = spawnSync(shell, ['-n'], { input: script });
    // Without the shell the quotes at least must be even on every line.
    if (error) for (const line of script.split('\n')) expect(line.split("'").length % 2).toBe(1);
    else expect(status).toBe(0);
  });

  it('knows the version of the package', () => {
    const { version: expected } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(version()).toBe(expected);
  });
});
