import {
  compoundContentOf,
  detectKind,
  isEngineError,
  KIND_INFO,
  SNIFF_BYTES,
  type FileKind,
} from '#engine/index.ts';
import { ApiError } from './api-error.server.ts';
import { extensionOf } from './file-name.server.ts';

/** What a client says about a file; nothing of it is believed. */
export interface DeclaredFile {
  /** Cleaned, see cleanFileName. */
  readonly fileName: string;
  /** Media type of the part, "application/octet-stream" when the client does not know. */
  readonly mimeType: string;
}

const EXTENSIONS: Readonly<Record<string, FileKind>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  png: 'png',
  apng: 'png',
  webp: 'webp',
  pdf: 'pdf',
  pptx: 'pptx',
};

/** Registered types and the old names that systems still send. */
const MIME_TYPES: Readonly<Record<string, FileKind>> = {
  ...Object.fromEntries(Object.entries(KIND_INFO).map(([kind, facts]) => [facts.mimeType, kind as FileKind])),
  'image/jpg': 'jpeg',
  'image/pjpeg': 'jpeg',
  'image/x-png': 'png',
  'image/apng': 'png',
  'application/x-pdf': 'pdf',
};
/** Types that say nothing. A presentation is a zip, and is declared so where no office program is installed. */
const UNTOLD_TYPES = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
]);
const LEGACY_TYPES = new Set(['application/vnd.ms-powerpoint', 'application/mspowerpoint']);
const LEGACY_EXTENSIONS = new Set(['ppt', 'pps']);

/**
 * The kind that name and declared type promise, or null when they promise nothing.
 * @throws ApiError "legacy-ppt", "unsupported-type", or "mislabelled" when the two contradict each other
 */
export function promisedKind({ fileName, mimeType }: DeclaredFile): FileKind | null {
  const extension = extensionOf(fileName);
  const type = mimeType.toLowerCase();
  if (LEGACY_EXTENSIONS.has(extension) || (LEGACY_TYPES.has(type) && extension !== 'pptx')) {
    throw new ApiError('legacy-ppt');
  }
  const byName = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  const byType = Object.hasOwn(MIME_TYPES, type) ? MIME_TYPES[type] : undefined;
  if (extension !== '' && !byName) throw new ApiError('unsupported-type');
  if (!byType && !UNTOLD_TYPES.has(type) && !LEGACY_TYPES.has(type)) throw new ApiError('unsupported-type');
  if (byName && byType && byName !== byType) throw mislabelled(byName, byType, 'its declared type');
  return byName ?? byType ?? null;
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
  const head: Uint8Array[] = [];
  for (let length = 0; length < SNIFF_BYTES;) {
    const { value, done } = await rest.next();
    if (done) break;
    head.push(value);
    length += value.length;
  }
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
    const compound = compoundContentOf(head);
    if (compound === null) throw new ApiError('unsupported-type');
    // The usual text of the code, unless the engine's says more.
    throw new ApiError('legacy-ppt', compound === 'presentation' ? {} : { message: error.message });
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
