import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Scores two 8-bit RGB pictures of one size; an independent build of SSIMULACRA 2. */
export type Oracle = (reference: Uint8Array, candidate: Uint8Array, width: number, height: number) => number;

interface OracleModule {
  default: (source: Uint8Array) => Promise<{ memory: WebAssembly.Memory }>;
  new_buffer: (key: string, length: number) => number;
  remove_buffer: (key: string) => void;
  calc_s2: (a: string, b: string, width: number, height: number) => number;
}

/** Loads calc-s2-rust, rust-av's SSIMULACRA 2 in WebAssembly. Its chatter on the console is kept quiet. */
export async function loadOracle(): Promise<Oracle> {
  const folder = dirname(createRequire(import.meta.url).resolve('calc-s2-rust/package.json'));
  // The package says neither "type": "module" nor .mjs, so its text is imported as a module by a data URL.
  const text = await readFile(join(folder, 'calc_s2_rust.js'), 'utf8');
  const source = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(folder).href));
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as OracleModule;
  const wasm = await quietly(() =>
    readFile(join(folder, 'calc_s2_rust_bg.wasm')).then((bytes) => module.default(bytes)),
  );
  const put = (key: string, pixels: Uint8Array): void => {
    const at = module.new_buffer(key, pixels.length);
    new Uint8Array(wasm.memory.buffer, at, pixels.length).set(pixels);
  };
  return (reference, candidate, width, height) => {
    const { log } = console;
    console.log = () => {};
    try {
      put('reference', reference);
      put('candidate', candidate);
      return module.calc_s2('reference', 'candidate', width, height);
    } finally {
      module.remove_buffer('reference');
      module.remove_buffer('candidate');
      console.log = log;
    }
  };
}

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
