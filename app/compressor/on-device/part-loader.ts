/** Fetches parts of the engine and remembers whether one did not come: documents would go on without it. */
export interface PartLoader {
  load(address: string): Promise<Response>;
  /** How often a part could not be had. */
  readonly failures: number;
  /** Paths of the worker's own script and of all that it has fetched and imported. */
  loaded(): string[];
}

export function createPartLoader(): PartLoader {
  let failures = 0;
  return {
    get failures() {
      return failures;
    },
    loaded() {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return [self.location.href, ...names].map((name) => new URL(name).pathname);
    },
    async load(address) {
      try {
        const answer = await fetch(address);
        if (!answer.ok) failures++;
        return answer;
      } catch (error) {
        failures++;
        throw error;
      }
    },
  };
}

/** What browsers say of a script that cannot be loaded: Chromium, Firefox and WebKit. */
const SCRIPT_MISSING =
  /dynamically imported module|error loading dynamically|importing a module script failed/i;

/** Whether something failed because a script of the engine could not be loaded. */
export function isScriptMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return SCRIPT_MISSING.test(error.message) || isScriptMissing(error.cause);
}
