/** Everything wrong with the environment, in one error. */
export class ConfigError extends Error {
  readonly code = 'invalid-configuration';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
