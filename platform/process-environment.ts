/** What this process knows from its own environment besides its configuration. */

/**
 * The named variables of this process, for a child process that is given nothing else. Those not set are left out.
 */
export function pickEnvironment(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Whether this process, or one that it comes from, is the script of an npm command. */
export function startedByNpm(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}
