/**
 * `node infra/kernels/build.ts`: compiles the kernels (`infra/kernels/assembly`, AssemblyScript) into
 * `workers/engine/kernels/compiled`. Each module stands there as text, so that Node, bundlers and browsers take it as any other
 * script, with the digest of its sources, by which a test finds a module that was forgotten.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledKernels, KERNEL_MODULES, kernelsDigest, type KernelModule } from './kernel-sources.ts';

const folder = import.meta.dirname;

/**
 * A module, optimised as far as the compiler keeps statements in their order: beyond, the nine rows of a blur no longer fit the
 * registers of a processor, and take 1.7 times as long.
 */
function compile(name: KernelModule): Uint8Array {
  const scratch = mkdtempSync(join(tmpdir(), 'kernels-'));
  try {
    const out = join(scratch, 'module.wasm');
    const options =
      '-O2 --runtime stub --importMemory --memoryBase 16 --noAssert --enable simd --disableWarning 112';
    const compiler = join(folder, 'node_modules/assemblyscript/bin/asc.js');
    const source = join(folder, `assembly/${name}.ts`);
    execFileSync(process.execPath, [compiler, source, ...options.split(' '), '-o', out], {
      stdio: 'inherit',
    });
    return readFileSync(out);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

execFileSync(process.execPath, [join(folder, '../setup/install-apart.ts'), folder], { stdio: 'inherit' });
for (const name of KERNEL_MODULES) {
  const text = Buffer.from(compile(name)).toString('base64');
  writeFileSync(
    compiledKernels(name),
    `/** Written by infra/kernels/build.ts. Digest of the sources: ${kernelsDigest()} */\nexport const ${name.toUpperCase()}_KERNELS =\n  '${text}';\n`,
  );
}
