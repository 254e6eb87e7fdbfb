import { detectKind, SNIFF_BYTES } from '#engine/api/detect.ts';
import { EngineError } from '#engine/api/errors.ts';
import { RESULT_INFO } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { DEFAULT_PRESET } from '#engine/api/presets.ts';
import type { CompressionReport } from '#engine/index.ts';
import { deviceLimits, devicePower, engineCount, tooManyBytes } from './device-limits.ts';
import { createDevicePool, type DevicePool } from './device-pool.ts';
import { startEngine } from './engine-port.ts';
import { missingHere } from './missing-here.ts';
import type { EngineAnswer } from './worker-slot.ts';

/**
 * The engine in a page of others: `featherpress/browser` of the npm package, whose types are `functions/cli/package/browser.d.ts`.
 */

export { EngineError, ENGINE_ERROR_CODES, isEngineError } from '#engine/api/errors.ts';
export { missingHere };

interface PageEngineOptions extends Partial<JobOptions> {
  /** Ends the work; `compress` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (ratio: number) => void;
}

let pool: DevicePool | undefined;

/**
 * Makes one file smaller in a worker of this page; nothing of it is sent anywhere. Workers start with the first file, as many
 * as the device has room for, and end half a minute after the last.
 * @throws EngineError when the file cannot be compressed, or not on this device ("too-large"); Error where the engine cannot
 *         run here, see `missingHere`
 */
export async function compress(
  file: Blob,
  { signal = new AbortController().signal, onProgress = () => {}, ...options }: PageEngineOptions = {},
): Promise<{ readonly blob: Blob; readonly report: CompressionReport }> {
  const missing = missingHere();
  if (missing !== null) throw new Error(`Featherpress cannot run on this page: ${missing}.`);
  const kind = detectKind(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  const limits = deviceLimits(devicePower());
  const tooMany = tooManyBytes(file.size, kind, limits);
  if (tooMany !== null) throw new EngineError('too-large', tooMany);
  pool ??= createDevicePool({ start: startEngine, size: engineCount(devicePower()) });
  const answer = await pool.run(
    { type: 'compress', file, kind, options: { preset: DEFAULT_PRESET, ...options }, limits },
    { signal, onProgress },
  );
  return resultOf(file, answer);
}

function resultOf(file: Blob, answer: EngineAnswer): { blob: Blob; report: CompressionReport } {
  switch (answer.type) {
    case 'refused':
      throw new EngineError(answer.code, answer.message);
    case 'too-much':
      throw new EngineError('too-large', answer.message);
    case 'unreadable':
      throw new Error('The file could not be read. It may have been moved or changed.');
    case 'done': {
      const { bytes, report } = answer;
      const [type] = RESULT_INFO[report.output?.kind ?? report.kind].mimeTypes;
      return { blob: bytes === null ? file : new Blob([bytes], { type }), report };
    }
  }
}
