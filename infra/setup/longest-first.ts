import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, in this order: what begins last should be short, or one worker ends long before another. */
const LONGEST = [
  'tests/integration/chaos.test.ts',
  'tests/unit/engine/documents/pdf/hostile-documents.test.ts',
  'tests/contracts/aws.test.ts',
  'tests/unit/engine/metadata/colour-management.test.ts',
  'tests/unit/engine/documents/office/hostile-decks.test.ts',
  'tests/integration/fuzz.test.ts',
  'tests/integration/workers/killed-engines.test.ts',
  'tests/integration/browser-engine.test.ts',
  'tests/unit/engine/target-sizes.test.ts',
  'tests/unit/engine/formats/hostile-pictures.test.ts',
  'tests/unit/engine/formats/png/compress-png.test.ts',
  'tests/integration/samples.test.ts',
  'tests/integration/receivers.test.ts',
  'tests/integration/topology.test.ts',
  'tests/integration/functions/cli.test.ts',
  'tests/integration/workers/distributed-worker.test.ts',
  'tests/unit/engine/formats/smooth-results.test.ts',
  'tests/unit/engine/metadata/keep.test.ts',
  'tests/integration/client.test.ts',
];

/** Begins with the files above; the rest follows as vitest has it, by the time of the last run or by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification) => {
      const found = LONGEST.indexOf(relative(this.ctx.config.root, file.moduleId).split(sep).join('/'));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
