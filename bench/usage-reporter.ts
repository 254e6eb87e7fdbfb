import { writeSync } from 'node:fs';

/** Preloaded into a measured program: tells what it used on descriptor 3 when it ends. Source: getrusage(2). */
export interface Usage {
  readonly cpuSeconds: number;
  readonly peakResidentBytes: number;
}

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakResidentBytes: maxRSS * 1024 };
  writeSync(3, JSON.stringify(usage));
});
