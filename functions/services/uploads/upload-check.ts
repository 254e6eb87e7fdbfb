import {
  adviceForPicture,
  compoundContentOf,
  detectKind,
  extensionOf,
  isEngineError,
  KIND_INFO,
  kindOfExtension,
  kindsOfType,
  SNIFF_BYTES,
  type FileKind,
} from '#engine/index.ts';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { takeChunks } from '#platform/read-stream.ts';
import { ApiError } from '../api-error.ts';
import { adviceForMangled } from './mangled-bytes.ts';

/** What a client declares about a file. What it is, its content decides. */
export interface DeclaredFile {
  /** Cleaned, see cleanFileName. */
  readonly fileName: string;
  /** Media type of the part, "application/octet-stream" when the client does not know. */
  readonly mimeType: string;
}

/**
 * The kind that name and declared type stand for, or null when they allow several.
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
  if (!byType.includes(byName)) throw mislabelled(byName, usual);
  return byName;
}

/**
 * Looks at the first bytes of a file and hands on a stream of the whole. Many clients send no name or type, or a wrong
 * one: they matter only for a zip, whose first bytes do not tell one document from another.
 * @param body     read once, only as fast as the returned stream is read
 * @param maxBytes a longer file makes the returned stream throw "too-large"
 * @throws ApiError "damaged" (empty), "unsupported-type", "legacy-ppt"; the body is then left unread
 */
export async function openUpload(
  body: AsyncIterable<Uint8Array>,
  declared: DeclaredFile,
  maxBytes: number,
): Promise<{ kind: FileKind; bytes: AsyncIterable<Uint8Array> }> {
  const rest = body[Symbol.asyncIterator]();
  const head = await takeChunks(rest, SNIFF_BYTES);
  const kind = kindOfContent(Buffer.concat(head).subarray(0, SNIFF_BYTES), declared);
  return { kind, bytes: whole(head, rest, maxBytes) };
}

/**
 * A body that is refused at its first bytes when they show that it is none of the kinds; too few of them show nothing.
 * @param totalBytes of the whole file, which may be shorter than what is looked at
 */
export async function* judgedAtStart(
  body: AsyncIterable<Uint8Array>,
  declared: DeclaredFile,
  totalBytes: number,
): AsyncGenerator<Uint8Array> {
  const rest = body[Symbol.asyncIterator]();
  const head = await takeChunks(rest, SNIFF_BYTES);
  const first = Buffer.concat(head).subarray(0, SNIFF_BYTES);
  if (first.length >= Math.min(SNIFF_BYTES, totalBytes)) kindOfContent(first, declared);
  yield* whole(head, rest, Infinity);
}

/**
 * The kind that the first bytes show.
 * @throws ApiError "damaged" when there are none, "unsupported-type" or "legacy-ppt"
 */
export function kindOf(head: Uint8Array): FileKind {
  try {
    return detectKind(head);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    if (error.code === 'damaged') throw new ApiError('damaged', { message: error.message });
    const compound = compoundContentOf(head);
    if (compound === null) throw unsupported(head);
    // The usual text of the code, unless the engine's says more.
    throw new ApiError('legacy-ppt', compound === 'presentation' ? {} : { message: error.message });
  }
}

/**
 * The kind of a file by its first bytes, and by what its client declares where these do not tell.
 * @throws ApiError as `kindOf`
 */
export function kindOfContent(head: Uint8Array, declared: DeclaredFile): FileKind {
  try {
    const kind = kindOf(head);
    return KIND_INFO[kind].isPackage ? declaredPackage(declared, kind) : kind;
  } catch (error) {
    // The first bytes of an old presentation do not tell it from other old documents; its name does.
    if (head.length > 0 && kindOfExtension(declared.fileName) === 'legacy-ppt')
      throw new ApiError('legacy-ppt');
    throw error;
  }
}

/**
 * The kind of package that a zip archive is declared to be.
 * @param usual where neither name nor type say so
 * @throws ApiError "unsupported-type" for a zip that is named as another document, or as none
 */
function declaredPackage({ fileName, mimeType }: DeclaredFile, usual: FileKind): FileKind {
  const byName = kindOfExtension(fileName);
  if (byName === 'legacy-ppt' || extensionOf(fileName) === '') return usual;
  const [byType, ...others] = kindsOfType(mimeType);
  for (const kind of [byName, others.length === 0 ? byType : null])
    if (kind && kind !== 'legacy-ppt' && KIND_INFO[kind].isPackage) return kind;
  throw new ApiError('unsupported-type');
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

/** The usual text, and what to change where the way it was sent is to blame. */
function unsupported(head: Uint8Array): ApiError {
  const advice = adviceForMangled(head) ?? adviceForPicture(head);
  const message = `${API_ERRORS['unsupported-type'].message} ${advice}`;
  return new ApiError('unsupported-type', advice === null ? {} : { message });
}

function mislabelled(byName: FileKind, byType: FileKind): ApiError {
  const [named, declared] = [KIND_INFO[byName].label, KIND_INFO[byType].label];
  return new ApiError('mislabelled', {
    message: `This file is named as ${named}, but its declared type is ${declared}. Correct its name and try again.`,
  });
}
