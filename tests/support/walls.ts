import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programPath } from '../../infra/lint/programs.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['app', 'functions', 'workers', 'platform', 'infra', 'bench', 'tests'];
const CRUISER = programPath('dependency-cruiser');

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** What `npm run lint` finds by .dependency-cruiser.mjs in a folder that is laid out like the project. */
export async function violationsIn(folder: string): Promise<{ files: number; violations: Violation[] }> {
  const rooms = ROOMS.filter((room) => existsSync(join(folder, room)));
  const options = ['--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(PROJECT_NODE, [CRUISER, ...rooms, ...options], {
    cwd: folder,
    maxBuffer: 256 * 1024 ** 2,
  });
  const { summary } = JSON.parse(stdout) as {
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
  };
  const violations = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { files: summary.totalCruised, violations };
}

/** Writes files beside the packages, package.json and tsconfig.json of this project. */
export function writeProject(folder: string, files: Readonly<Record<string, string>>): void {
  for (const name of ['node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(ROOT, name), join(folder, name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
