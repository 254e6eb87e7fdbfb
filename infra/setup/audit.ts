/**
 * `npm run audit:packages`: asks the registry for known vulnerabilities of what is shipped. Ends with 0 when there is none that has no reason
 * below, with 1 when there is, and with 2 when no registry answers, which is no clean answer.
 */
import { spawnSync } from 'node:child_process';
import { ACCEPTED, judgeAudit } from './judge-audit.ts';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const { status, text } = judgeAudit(stdout, ACCEPTED);
console.log(text);
process.exitCode = status;
