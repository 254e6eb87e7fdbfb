import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { countFunctions, type SyntaxNode } from '#tests/support/count-functions.ts';

const count = (code: string, lineOf = (line: number) => line) =>
  countFunctions(code, parseAst(code) as unknown as SyntaxNode, 3, lineOf);

describe('countFunctions', () => {
  it('lets the module and each function note that they ran, and changes no result', () => {
    const { code, endId } = count(
      [
        'function* numbers(to = () => 3) { for (let i = 0; i < to(); i++) yield i; }',
        'class Box { constructor() { this.open = (a) => ({ a }); } get idle() { return 1; } }',
        'const never = async () => (await 1, 2);',
        'result.push([...numbers()], new Box().open(5), never.name);',
      ].join('\n'),
    );
    expect(endId).toBe(10);
    const [ran, result] = [new Uint8Array(endId), [] as unknown[]];
    new Function('__ran', 'result', code)(ran, result);
    expect(result).toEqual([[0, 1, 2], { a: 5 }, 'never']);
    expect([...ran]).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 0, 0]);
  });

  it('tells whose statements start on each line of the source', () => {
    const { lines } = count(
      'import a from "a";\nexport const b = () =>\n  a;\nfunction c() {\n  if (b) {\n    return;\n  }\n}\n',
      (line) => line + 10,
    );
    expect([...lines]).toEqual([
      [11, [3]],
      [12, [4]],
      [14, [5]],
      [15, [5]],
    ]);
  });
});
