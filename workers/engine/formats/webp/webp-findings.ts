import { change, kept } from '../../api/report/findings.ts';
import type { Change, Kept } from '../../api/report/report.ts';
import { keptDescriptions, readWebpSource, type WebpSource } from './webp-source.ts';

/** Content Credentials: a signed manifest of C2PA. Source: C2PA specification 2.1, A.3.7. */
const CREDENTIALS = 'C2PA';

/** What matters to people in a WebP, read from its chunks. */
export async function keptInWebp(bytes: Uint8Array): Promise<Kept[]> {
  const source = await readWebpSource(bytes, false, ['all']);
  const { chunks, icc } = source;
  const has = (name: string) => chunks.some(({ type }) => type === name);
  const frames = chunks.filter(({ type }) => type === 'ANMF').length;
  return [
    ...keptDescriptions(source),
    ...(has('XMP ') ? [kept('descriptions')] : []),
    ...(icc ? [kept('icc-profile')] : []),
    ...(frames > 0 ? [kept('animation', { count: frames })] : []),
    ...(has(CREDENTIALS) ? [kept('content-credentials')] : []),
  ];
}

/** The descriptions that a result lacks. */
export function metadataChanges({ chunks, described, isXmpCut }: WebpSource): Change[] {
  const bytesOf = (name: string) => chunks.find(({ type }) => type === name)?.data.length ?? 0;
  const parts = [
    ...(bytesOf('EXIF') > (described.tiff?.length ?? 0) ? ['camera data'] : []),
    ...(isXmpCut ? ['editing history'] : []),
  ];
  const credentials = bytesOf(CREDENTIALS);
  return [
    ...(parts.length > 0 ? [change('metadata-removed', { values: { parts } })] : []),
    ...(credentials > 0 ? [change('content-credentials-removed', { savedBytes: credentials })] : []),
  ];
}
