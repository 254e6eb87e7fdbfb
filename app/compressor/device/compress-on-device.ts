import { nameForKind, RESULT_INFO, type FileKind } from '#engine/api/kinds.ts';
import { brand } from '~/content/brand.ts';
import { keepLoaded } from '~/pwa/engine-store.ts';
import { displayName } from '../selection/display-name.ts';
import { recognise, unreadableFile, type RecognisedFile } from '../selection/recognise.ts';
import { CompressionRefused, PART_MISSING, type Passing } from '../queue/refusal.ts';
import type { CompressedFile, CompressionRequest, CompressionWatch } from '../queue/request.ts';
import { beginOnDevice } from './broken-off.ts';
import { countOnDevice } from './count-on-device.ts';
import { deviceLimits, devicePower, engineCount, tooManyBytes } from './device-limits.ts';
import { createDevicePool, type DevicePool } from './device-pool.ts';
import { startEngine } from './engine-port.ts';
import { EngineLost, type EngineAnswer } from './worker-slot.ts';
import { lossWords } from './loss-words.ts';
import { missingHere } from './missing-here.ts';
import { isSiteInReach } from './site-reach.ts';

let pool: DevicePool | undefined;

/**
 * Compresses one file in this browser. Nothing of it is sent anywhere: what cannot be done here is refused, with the server
 * as an offer.
 * @throws CompressionRefused in words for people, or the signal's reason
 */
export async function compressOnDevice(
  { file, kind, options }: CompressionRequest,
  { signal, onStage }: Pick<CompressionWatch, 'signal' | 'onStage'>,
): Promise<CompressedFile> {
  const missing = missingHere();
  if (missing !== null) throw notHere(`This file cannot be compressed on this device: ${missing}.`);
  const source = await recognise(file, kind);
  const limits = deviceLimits(devicePower());
  const tooMany = tooManyBytes(source.file.size, source.kind, limits);
  if (tooMany !== null) throw notHere(tooMany);
  const end = beginOnDevice(source.file);
  if (!end)
    throw notHere(
      'The browser closed the page while this file was compressed, perhaps because memory ran out.',
    );
  try {
    onStage({ at: 'starting' });
    pool ??= createDevicePool({ start: startEngine, size: engineCount(devicePower()) });
    const answer = await pool.run(
      { type: 'compress', file: source.file, kind: source.kind, options, limits },
      { signal, onProgress: (progress) => onStage({ at: 'compressing-here', progress }) },
    );
    // Other engines failed at the same part of it: without a line it may be one that is not here yet.
    if (answer.type === 'done' && answer.partsFailed && !(await isSiteInReach()))
      throw new EngineLost('not-loaded', 'A part of the document failed without a line.');
    // Without room, or in a private window, the engine is loaded again next time.
    if (answer.type === 'done') void keepLoaded(answer.loaded).catch(() => undefined);
    return resultOf(source, answer);
  } catch (error) {
    throw error instanceof EngineLost ? await refusalOfLoss(error, source.kind) : error;
  } finally {
    end();
  }
}

function resultOf({ file, kind, correctedName }: RecognisedFile, answer: EngineAnswer): CompressedFile {
  switch (answer.type) {
    case 'refused':
      throw new CompressionRefused(answer.message, { retryable: false });
    case 'too-much':
      throw notHere(answer.message);
    case 'unreadable':
      throw unreadableFile();
    case 'done': {
      countOnDevice();
      const { report } = answer;
      const made = report.output?.kind;
      const type = made === undefined ? file.type : RESULT_INFO[made].mimeTypes[0];
      const blob = answer.bytes === null ? new Blob([file], { type }) : new Blob([answer.bytes], { type });
      const name = `${brand.filePrefix}${displayName(nameForKind(file.name, made ?? kind))}`;
      return { name, type, size: blob.size, blob, kind, correctedName, jobId: null, report, place: 'device' };
    }
  }
}

async function refusalOfLoss({ loss, message }: EngineLost, kind: FileKind): Promise<CompressionRefused> {
  const isInReach = await isSiteInReach();
  const isOfTheLine = !isInReach && (loss === 'not-loaded' || loss === 'not-whole');
  return notHere(lossWords(loss, kind, isInReach), message, isOfTheLine ? PART_MISSING : null);
}

/** It cannot be done here; another try may help, and the server can be asked. */
function notHere(message: string, cause?: unknown, passing: Passing | null = null): CompressionRefused {
  return new CompressionRefused(`${message} Nothing was uploaded.`, {
    retryable: true,
    offersServer: true,
    passing,
    cause,
  });
}
