import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A run of OxiPNG as a program of its own, in the WebAssembly of @jsquash/oxipng: node oxipng-rival.ts INPUT OUTPUT. */
const [input, output] = process.argv.slice(2);
if (!input || !output) throw new Error('Expected an input and an output');

interface Oxipng {
  readonly init: (module: WebAssembly.Module) => Promise<unknown>;
  readonly default: (
    png: ArrayBuffer,
    options: { level: number; optimiseAlpha: boolean },
  ) => Promise<ArrayBuffer>;
}

const { resolve } = createRequire(new URL('../../infra/rivals/package.json', import.meta.url));
// It asks whether it was given one of a page.
Object.assign(globalThis, { ImageData: class {} });
const oxipng = (await import(pathToFileURL(resolve('@jsquash/oxipng/optimise.js')).href)) as Oxipng;
await oxipng.init(
  new WebAssembly.Module(await readFile(resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm'))),
);
const { buffer } = new Uint8Array(await readFile(input));
await writeFile(output, new Uint8Array(await oxipng.default(buffer, { level: 4, optimiseAlpha: false })));
