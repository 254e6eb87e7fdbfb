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
import { benchTargets } from './targets.ts';
import { runTopology } from './topology/topology.ts';

const HELP = `Usage: npm run bench -- engine [FOLDER] [--preset PRESET]   every file through the command-line tool
       npm run bench -- device FOLDER [--preset PRESET] [--target SHARE] [--every N]
                                                            every file in a browser: equality, CPU, transfer, memory
       npm run bench -- device-memory FILE... [--row N]     what the page's process takes for a file, or N in a row, there
       npm run bench -- device-start FILE...                seconds to the first picture there, on two visits
       npm run bench -- first-result FILE... [--runs N]     ms from choosing a file on the page to seeing its result
       npm run bench -- costs                               what work costs here, beside the values that budgets count by
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

const [what, ...rest] = process.argv.slice(2);
if (what === 'engine') await benchEngine(rest);
else if (what === 'device') await benchDevice(rest);
else if (what === 'device-memory') await benchDeviceMemory(rest);
else if (what === 'device-start') await benchDeviceStart(rest);
else if (what === 'first-result') await benchFirstResult(rest);
else if (what === 'costs') await benchCosts();
else if (what === 'pipeline') await benchPipeline();
else if (what === 'targets') await benchTargets(rest);
else if (what === 'formats') await benchFormats(rest);
else if (what === 'relations') await benchRelations(rest);
else if (what === 'legibility') await benchLegibility(rest);
else if (what === 'scans') await benchScans(rest);
else if (what === 'fairness') await benchFairness(rest);
else if (what === 'siege') await benchSiege();
else if (what === 'load') await benchLoad(rest);
else if (what === 'features') await benchFeatures(rest);
else if (what === 'meter') await benchMeter(rest);
else if (what === 'chaos') await chaos(rest);
else if (what === 'fuzz') await fuzz(rest);
else if (what === 'peers') await comparePeers(rest);
else if (what === 'topology') await runTopology(rest);
else if (what === 'capacity') simulateCapacity();
// Its packages lie apart, and npm run audit:pages installs them.
else if (what === 'pages') await (await import('./pages.ts')).auditPages(rest);
else if (what === undefined) {
  await benchEngine([]);
  await benchPipeline();
} else {
  process.stderr.write(HELP);
  process.exitCode = 2;
}
