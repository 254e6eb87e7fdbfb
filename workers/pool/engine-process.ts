import { readFile, writeFile } from 'node:fs/promises';
import { createNativeCodecs, loadNativeLibraries } from '#engine/codecs/native/index.ts';
import { compress } from '#engine/index.ts';
import { COLD_START } from './cold-start.ts';
import type { EngineAnswer, EngineJob } from './engine-job.ts';
import { serveJobs } from './job-server.ts';
import { warmUp } from './warm-up.ts';

const codecs = createNativeCodecs();

async function compressFile(job: EngineJob, onProgress: (ratio: number) => void): Promise<EngineAnswer> {
  const { sourcePath, outputPath, ...options } = job;
  const { bytes, report } = await compress(await readFile(sourcePath), { ...options, codecs, onProgress });
  await writeFile(outputPath, bytes);
  return { outputBytes: bytes.length, report };
}

await (process.argv.includes(COLD_START) ? loadNativeLibraries() : warmUp(codecs));
serveJobs(compressFile);
