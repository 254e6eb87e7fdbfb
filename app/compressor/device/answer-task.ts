import { compress, INTERNAL_SKIPS, isEngineError, type Codecs } from '#engine/index.ts';
import { guardedCodecs, TooMuchForDevice } from './guarded-codecs.ts';
import { isScriptMissing, type PartFault, type PartLoader } from './part-loader.ts';
import type { EngineMessage, EngineTask } from './protocol.ts';

export type Say = (message: EngineMessage, handedOver?: Transferable[]) => void;

/** Signs of life are told at most so often. */
const TELL_EVERY_MS = 100;

/** What a task is done with. */
interface TaskTools {
  readonly codecs: Codecs;
  readonly parts: Pick<PartLoader, 'faults' | 'loaded'>;
}

/** Does one task in a worker and says how it went; never rejects. */
export async function answerTask(task: EngineTask, { codecs, parts }: TaskTools, say: Say): Promise<void> {
  const bytes = await readBytes(task.file);
  if (!bytes) return say({ type: 'unreadable' });
  const faultsBefore = parts.faults.length;
  const partFault = (): PartFault | undefined => parts.faults[faultsBefore];
  const guarded = guardedCodecs(codecs, task.limits);
  try {
    const result = await compress(bytes, {
      ...task.options,
      kind: task.kind,
      name: (task.file as Partial<File>).name ?? '',
      codecs: guarded.codecs,
      onProgress: rarely((ratio) => say({ type: 'progress', ratio })),
    });
    // A document without its large pictures would be another one than the server gives.
    const refused = guarded.refused();
    if (refused) throw refused;
    // Nor one whose pictures were left alone because their codec did not arrive.
    if (partFault()) throw new Error('A part of the engine could not be loaded.');
    const same = result.bytes === bytes;
    const buffer = same ? null : ownBuffer(result.bytes);
    const { report } = result;
    const partsFailed = report.skips.some(({ code }) => INTERNAL_SKIPS.includes(code));
    const largestPixels = guarded.largestPixels();
    const loaded = parts.loaded();
    say({ type: 'done', bytes: buffer, report, partsFailed, largestPixels, loaded }, buffer ? [buffer] : []);
  } catch (error) {
    say(failureOf(error, partFault()));
  }
}

async function readBytes(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

function failureOf(error: unknown, partFault: PartFault | undefined): EngineMessage {
  if (error instanceof TooMuchForDevice) return { type: 'too-much', message: error.message };
  const fault = partFault ?? (isScriptMissing(error) ? 'not-loaded' : null);
  if (isEngineError(error) && !fault) return { type: 'refused', code: error.code, message: error.message };
  return { type: 'broken', message: chainOf(error), fault };
}

/** What happened and why, for developers. */
function chainOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${String(error)} (${chainOf(error.cause)})`;
}

/** A buffer that holds these bytes alone and may be handed over: never memory of WebAssembly. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer;
  return new Uint8Array(bytes).buffer;
}

function rarely(tell: (ratio: number) => void): (ratio: number) => void {
  let toldAt = -Infinity;
  return (ratio) => {
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    tell(ratio);
  };
}
