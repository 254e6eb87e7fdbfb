import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, sep } from 'node:path';
import { BaseCoverageProvider, type CoverageProvider, type Vitest } from 'vitest/node';
import { COVERED_ROOMS, isCovered } from '../../infra/setup/covered-rooms.ts';
import { countFunctions, type CountedLines, type SyntaxNode } from './count-functions.ts';

/** What vitest hands to `onFileTransform` of the context of a Vite plugin. */
interface TransformContext {
  parse(code: string): SyntaxNode;
  getCombinedSourcemap(): SourceMapPayload;
}

type Summary = Record<string, { readonly lines: { readonly total: number; readonly covered: number } }>;

/** Lets each function of the covered files note that it ran, and leaves which share of their lines lies in such functions. */
export class CountedFunctions extends BaseCoverageProvider implements CoverageProvider {
  override readonly name = 'functions' as never;
  readonly #files = new Map<string, CountedLines>();
  readonly #ran = new Set<number>();
  #nextId = 0;

  initialize(vitest: Vitest): void {
    this.version = vitest.version;
    this._initialize(vitest);
  }

  onFileTransform(code: string, module: string, context: TransformContext) {
    const path = module.replace(/[?#].*$/, '');
    if (!isCovered(this.#named(path))) return undefined;
    // A file that runs in pages and on servers is read twice, to the same functions.
    const firstId = this.#files.get(path)?.firstId ?? this.#nextId;
    const map = new SourceMap(context.getCombinedSourcemap());
    const counted = countFunctions(code, context.parse(code), firstId, (line, column) => {
      const entry = map.findEntry(line, column);
      return 'originalLine' in entry ? entry.originalLine : line;
    });
    this.#files.set(path, counted);
    this.#nextId = Math.max(this.#nextId, counted.endId);
    // Lines stay where they are.
    return { code: counted.code, map: null };
  }

  override onAfterSuiteRun({ coverage }: { readonly coverage?: unknown }): void {
    for (const id of (coverage as readonly number[] | undefined) ?? []) this.#ran.add(id);
  }

  async generateCoverage(): Promise<Summary> {
    const transform = this.createUncoveredFileTransformer(this.ctx);
    for (const path of this.#coveredFiles()) if (!this.#files.has(path)) await transform(path);
    return Object.fromEntries(
      [...this.#files].map(([path, { lines }]) => {
        const covered = [...lines.values()].filter((ids) => ids.some((id) => this.#ran.has(id))).length;
        return [path, { lines: { total: lines.size, covered } }];
      }),
    );
  }

  #coveredFiles(): string[] {
    const { root } = this.ctx.config;
    return COVERED_ROOMS.flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(root, room, name),
      ),
    ).filter((path) => isCovered(this.#named(path)));
  }

  /** From the root of the project. */
  #named(path: string): string {
    return relative(this.ctx.config.root, path).split(sep).join('/');
  }

  override async reportCoverage(summary: unknown): Promise<void> {
    mkdirSync(this.options.reportsDirectory, { recursive: true });
    writeFileSync(join(this.options.reportsDirectory, 'coverage-summary.json'), JSON.stringify(summary));
    await this.cleanAfterRun();
  }
}
