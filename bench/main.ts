import { simulateCapacity } from './capacity/capacity.ts';
import { chaos } from './chaos/chaos.ts';
import { benchCosts } from './costs.ts';
import { benchDeviceMemory } from './device-memory.ts';
import { benchDeviceStart } from './device-start.ts';
import { benchDevice } from './device.ts';
import { benchEngine } from './engine.ts';
import { benchFairness } from './fairness.ts';
import { benchFirstResult } from './first-result.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { benchFeatures } from './features.ts';
import { benchFormats } from './formats.ts';
import { benchLegibility } from './legibility/legibility.ts';
import { benchLoad } from './load.ts';
import { benchMeter } from './meter.ts';
import { comparePeers } from './peers/compare-peers.ts';
import { benchPipeline } from './pipeline.ts';
import { benchRelations } from './relations/relations.ts';
import { benchScans } from './scans/scans.ts';
import { benchSiege } from './siege/siege.ts';
import { benchSteps } from './steps.ts';
import { benchTargets } from './targets.ts';
import { runTopology } from './topology/topology.ts';

const HELP = `Usage: npm run bench -- engine [FOLDER] [--preset PRESET]   every file through the command-line tool
       npm run bench -- device FOLDER [--preset PRESET] [--target SHARE] [--every N]
                                                            every file in a browser: equality, CPU, transfer, memory
       npm run bench -- device-memory FILE... [--row N]     what the page's process takes for a file, or N in a row, there
       npm run bench -- device-start FILE...                seconds to the first picture there, on two visits
       npm run bench -- first-result FILE... [--runs N]     ms from choosing a file on the page to seeing its result
       npm run bench -- costs                               what work costs here, beside the values that budgets count by
       npm run bench -- steps FOLDER [--preset PRESET] [--trials FILE]
                                                            CPU by step: calls of codecs, what is called again, modules
       npm run bench -- pipeline                            the whole system against the engine alone
       npm run bench -- targets [FOLDER] [--targets N]      every file at N random target sizes: is the promise kept?
       npm run bench -- formats FOLDER [--score N] [--rival]    every picture in each format at one score, beside sharp's AVIF
       npm run bench -- relations [FOLDER] [--only NAME] [--seed N]    what holds between results of one content
       npm run bench -- legibility [FOLDER] [--only TEXT] [--ocr]   is faint text still read? Results are left in the folder
       npm run bench -- scans [FOLDER] [--only TEXT] [--seed N] [--out FOLDER]    words and bytes of scanned pages in layers
       npm run bench -- fairness [--topology] [--only TEXT] a small picture beside what others send
       npm run bench -- siege                               another client and the server during load that nobody asked for
       npm run bench -- load [--files N] [--rounds N] [--soak S]    the topology against the engine alone
       npm run bench -- meter [FOLDER]                      the visual meter against an independent SSIMULACRA2
       npm run bench -- features FOLDER                     what every PDF carries, before and after
       npm run bench -- chaos [--jobs N] [--minutes N] [--distributed]    jobs while everything fails (npm run chaos)
       npm run bench -- topology [--webs N] [--workers N]   docker-compose.yml as processes, until Ctrl+C
       npm run bench -- fuzz [FOLDER] [--count N] [--minutes N] [--seed N]    damaged and strange files (npm run fuzz)
       npm run bench -- peers FOLDER [--gather] [--publish]     ours beside other programs, judged by independent meters
       npm run bench -- capacity                            a day's traffic on paper: waits, tasks, cost
       npm run bench -- pages [PAGE...]                     Lighthouse on one page of each type (npm run audit:pages)
`;

const BENCHES: Readonly<Record<string, (args: string[]) => unknown>> = {
  engine: benchEngine,
  device: benchDevice,
  'device-memory': benchDeviceMemory,
  'device-start': benchDeviceStart,
  'first-result': benchFirstResult,
  costs: benchCosts,
  steps: benchSteps,
  pipeline: benchPipeline,
  targets: benchTargets,
  formats: benchFormats,
  relations: benchRelations,
  legibility: benchLegibility,
  scans: benchScans,
  fairness: benchFairness,
  siege: benchSiege,
  load: benchLoad,
  features: benchFeatures,
  meter: benchMeter,
  chaos,
  fuzz,
  peers: comparePeers,
  topology: runTopology,
  capacity: simulateCapacity,
  // Its packages lie apart, and npm run audit:pages installs them.
  pages: async (args) => (await import('./pages.ts')).auditPages(args),
};

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n${HELP}`);
  process.exitCode = 2;
}

const [what, ...rest] = process.argv.slice(2);
const bench = what !== undefined && Object.hasOwn(BENCHES, what) ? BENCHES[what] : undefined;
if (process.argv.includes('--help')) process.stdout.write(HELP);
else if (what === undefined) {
  await benchEngine([]);
  await benchPipeline();
} else if (!bench) refuse(`There is no bench "${what}".`);
else {
  try {
    await bench(rest);
  } catch (error) {
    const { code = '', message = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    refuse(message);
  }
}
