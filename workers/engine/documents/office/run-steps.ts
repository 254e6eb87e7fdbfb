import { joinFindings } from '../../api/report/findings.ts';
import type { Findings } from '../../api/report/report.ts';
import type { OfficePackage, PackageStep } from './office-package.ts';

/** Runs steps on a package in order. Those of an embedded document count towards the time of the step that opened it. */
export async function runSteps(steps: readonly PackageStep[], office: OfficePackage): Promise<Findings> {
  const found: Partial<Findings>[] = [];
  for (const step of steps) {
    const run = (): Promise<Partial<Findings>> => step.run(office);
    found.push(
      office.embeddedIn.length === 0 ? await office.context.steps.timed(step.name, run) : await run(),
    );
  }
  return joinFindings(...found);
}
