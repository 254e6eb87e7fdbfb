/** What is wrong with a part of the engine: it is not to be had, or what came is not the whole of it. */
export type PartFault = 'not-loaded' | 'not-whole';

/** Loads parts of the engine and remembers whether one did not come: documents would go on without it. */
export interface PartLoader {
  /** @returns a part compiled, or its bytes, which can be compiled. @throws where it did not come, or twice not whole */
  load(address: string, as: 'module'): Promise<WebAssembly.Module>;
  load(address: string, as: 'bytes'): Promise<ArrayBuffer>;
  load(address: string, as: 'module' | 'bytes'): Promise<WebAssembly.Module | ArrayBuffer>;
  /** What was wrong with parts so far, the last fault at the end. */
  readonly faults: readonly PartFault[];
  /** Paths of the worker's own script and of all that it has fetched and imported. */
  loaded(): string[];
}

export function createPartLoader(): PartLoader {
  const faults: PartFault[] = [];
  const failing = async <T>(fault: PartFault, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // Without memory it could not be compiled, whole as it is.
      if (!(error instanceof RangeError)) faults.push(fault);
      throw error;
    }
  };
  async function load(address: string, as: 'module'): Promise<WebAssembly.Module>;
  async function load(address: string, as: 'bytes'): Promise<ArrayBuffer>;
  async function load(address: string, as: 'module' | 'bytes'): Promise<WebAssembly.Module | ArrayBuffer> {
    const fetched = (cache: RequestCache): Promise<Response> =>
      failing('not-loaded', async () => checked(await fetch(address, { cache })));
    const answer = await fetched('default');
    // What is published compiles: where it does not, it was cut or changed on the way.
    try {
      return await read(answer, as);
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
    // The browser may have kept it, for as long as the whole would be good: a year.
    const again = await fetched('reload');
    return failing('not-whole', () => read(again, as));
  }
  return {
    load: load as PartLoader['load'],
    faults,
    loaded() {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return [self.location.href, ...names].map((name) => new URL(name).pathname);
    },
  };
}

function checked(answer: Response): Response {
  if (!answer.ok) throw new Error(`A part of the engine could not be fetched: status ${answer.status}.`);
  return answer;
}

function read(answer: Response, as: 'module' | 'bytes'): Promise<WebAssembly.Module | ArrayBuffer> {
  return as === 'module' ? WebAssembly.compileStreaming(answer) : wholeBytes(answer);
}

async function wholeBytes(answer: Response): Promise<ArrayBuffer> {
  const bytes = await answer.arrayBuffer();
  if (!WebAssembly.validate(bytes)) throw new WebAssembly.CompileError('A part of the engine is not whole.');
  return bytes;
}

/** What browsers say of a script that cannot be loaded: Chromium, Firefox and WebKit. */
const SCRIPT_MISSING =
  /dynamically imported module|error loading dynamically|importing a module script failed/i;

/** Whether something failed because a script of the engine could not be loaded. */
export function isScriptMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return SCRIPT_MISSING.test(error.message) || isScriptMissing(error.cause);
}
