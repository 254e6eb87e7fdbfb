import { spawnSync } from 'node:child_process';

const pythons = new Map<string, string>();

/**
 * The interpreter itself that has these modules, looked for once: `python3` may be a script that looks for it at every start, longer than
 * a program takes, and a start holds up the server in this process, which answers the samples.
 */
export function pythonWith(modules: string): string {
  let python = pythons.get(modules);
  if (python === undefined) {
    const place = `import ${modules}, sys; print(sys.executable)`;
    const asked = ['python3', '/usr/bin/python3'].map((name) =>
      spawnSync(name, ['-c', place], { encoding: 'utf8' }),
    );
    python = asked.find(({ status }) => status === 0)?.stdout.trim() ?? 'python3';
    pythons.set(modules, python);
  }
  return python;
}
