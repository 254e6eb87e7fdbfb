import {
  detectKind,
  extensionOf,
  isEngineError,
  KIND_INFO,
  kindOfExtension,
  kindsOfType,
  SNIFF_BYTES,
  type FileKind,
} from '#engine/index.ts';
import { takeChunks } from '#platform/read-stream.ts';
import { ApiError } from './api-error.ts';

/** What a client says about a file; nothing of it is believed. */
export interface DeclaredFile {
  /** Cleaned, see cleanFileName. */
  readonly fileName: string;
  /** Media type of the part, "application/octet-stream" when the client does not know. */
  readonly mimeType: string;
}

/**
 * The kind that name and declared type promise, or null when they promise nothing.
 * @throws ApiError "legacy-ppt", "unsupported-type", or "mislabelled" when the two contradict each other
 */
export function promisedKind({ fileName, mimeType }: DeclaredFile): FileKind | null {
  const byName = kindOfExtension(fileName);
  const byType = kindsOfType(mimeType);
  const [usual] = byType;
  if (byName === 'legacy-ppt') throw new ApiError('legacy-ppt');
  if (usual === 'legacy-ppt') {
    if (byName === 'pptx') return byName;
    throw new ApiError('legacy-ppt');
  }
  if (usual === undefined || (byName === null && extensionOf(fileName) !== '')) {
    throw new ApiError('unsupported-type');
  }
  if (byName === null) return byType.length === 1 ? usual : null;
  if (!byType.includes(byName)) throw mislabelled(byName, usual, 'its declared type');
  return byName;
}

/**
 * Looks at the first bytes of a file and hands on a stream of the whole.
 * @param body     read once, only as fast as the returned stream is read
 * @param maxBytes a longer file makes the returned stream throw "too-large"
 * @throws ApiError "damaged" (empty), "unsupported-type", "legacy-ppt", "mislabelled"; the body is then left unread
 */
export async function openUpload(
  body: AsyncIterable<Uint8Array>,
  declared: DeclaredFile,
  maxBytes: number,
): Promise<{ kind: FileKind; bytes: AsyncIterable<Uint8Array> }> {
  const promised = promisedKind(declared);
  const rest = body[Symbol.asyncIterator]();
  const head = await takeChunks(rest, SNIFF_BYTES);
  const kind = kindOf(Buffer.concat(head).subarray(0, SNIFF_BYTES));
  if (promised && promised !== kind) throw mislabelled(promised, kind, 'its content');
  return { kind, bytes: whole(head, rest, maxBytes) };
}

/**
 * The kind that the first bytes tell.
 * @throws ApiError "damaged" when there are none, "unsupported-type" or "legacy-ppt"
 */
export function kindOf(head: Uint8Array): FileKind {
  try {
    return detectKind(head);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    if (error.code === 'damaged') throw new ApiError('damaged', { message: error.message });
    const isOffice = head[0] === 0xd0 && head[1] === 0xcf;
    throw new ApiError(isOffice ? 'legacy-ppt' : 'unsupported-type', { message: error.message });
  }
}

async function* whole(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  const within = (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) throw new ApiError('too-large');
    return chunk;
  };
  try {
    for (const chunk of head) yield within(chunk);
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield within(next.value);
  } finally {
    await rest.return?.();
  }
}

function mislabelled(promised: FileKind, actual: FileKind, whose: string): ApiError {
  const [says, is] = [KIND_INFO[promised].label, KIND_INFO[actual].label];
  return new ApiError('mislabelled', {
    message: `This file says it is a ${says}, but ${whose} says ${is}. Give it the right name and try again.`,
  });
}
