import { readFile, writeFile } from 'node:fs/promises';
import { createNativeCodecs, loadNativeLibraries } from '#engine/codecs/native/index.ts';
import { compress, helpWith, type CompressOptions } from '#engine/index.ts';
import { COLD_START } from './cold-start.ts';
import { COMPILE_AHEAD } from './compiled-code.ts';
import type { EngineAnswer, EngineJob, HelpJob, HelpJobAnswer } from './engine-job.ts';
import { serveJobs } from './job-server.ts';
import { warmUp } from './warm-up.ts';

const codecs = createNativeCodecs();

async function compressFile(
  { sourcePath, outputPath, ...options }: EngineJob,
  onProgress: (ratio: number) => void,
  helpers: CompressOptions['helpers'],
): Promise<EngineAnswer> {
  const { bytes, report } = await compress(await readFile(sourcePath), {
    ...options,
    codecs,
    onProgress,
    helpers,
  });
  await writeFile(outputPath, bytes);
  return { outputBytes: bytes.length, report };
}

async function helpWithPart({ sourcePath, outputPath, task }: HelpJob): Promise<HelpJobAnswer> {
  const { bytes, findings } = await helpWith(await readFile(sourcePath), task, codecs);
  await writeFile(outputPath, bytes);
  return { outputBytes: bytes.length, findings };
}

await (process.argv.includes(COLD_START) ? loadNativeLibraries() : warmUp(codecs));
if (process.argv.includes(COMPILE_AHEAD)) process.exit();
serveJobs(compressFile, helpWithPart);
