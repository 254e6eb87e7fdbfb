import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compileSparingly, DEFAULT_TIERING_BUDGET } from '#engine/codecs/native/compile-sparingly.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';

/** A WebAssembly module with nothing in it. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

const ONE_CALL = [
  '--wasm-lazy-validation',
  '--wasm-tiering-budget=200000000',
  '--no-wasm-lazy-validation',
  `--wasm-tiering-budget=${DEFAULT_TIERING_BUDGET}`,
];

describe('sparing compilation', () => {
  it('ends before another begins, so that none undoes the setting of the other', async () => {
    const flags: string[] = [];
    const compile = async (): Promise<WebAssembly.Module> =>
      compileSparingly(EMPTY, (flag) => flags.push(flag));
    await Promise.all([compile(), compile()]);
    expect(flags).toEqual([...ONE_CALL, ...ONE_CALL]);
  });

  it('puts the setting back when the module is damaged', () => {
    const flags: string[] = [];
    expect(() => compileSparingly(Uint8Array.of(1, 2, 3), (flag) => flags.push(flag))).toThrow(
      WebAssembly.CompileError,
    );
    expect(flags).toEqual(ONE_CALL);
  });

  it("puts back V8's own default", () => {
    const options = execFileSync(PROJECT_NODE, ['--v8-options'], { encoding: 'utf8' });
    expect(options).toContain(`default: --wasm-tiering-budget=${DEFAULT_TIERING_BUDGET}`);
    expect(options).toContain('default: --no-wasm-lazy-validation');
  });

  it('puts back the budget that the process was started with', () => {
    const module = new URL('../../../../workers/engine/codecs/native/compile-sparingly.ts', import.meta.url);
    const program = `
      const { compileSparingly } = await import(${JSON.stringify(module.href)});
      compileSparingly(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), (flag) => console.log(flag));`;
    const output = execFileSync(
      PROJECT_NODE,
      ['--wasm-tiering-budget=77', '--input-type=module', '-e', program],
      { encoding: 'utf8' },
    );
    expect(output.trim().split('\n').at(-1)).toBe('--wasm-tiering-budget=77');
  });
});
