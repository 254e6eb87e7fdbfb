import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { readChunks } from '../../../containers/png/chunks.ts';
import { shownBy } from '../../../metadata/xmp.ts';
import { kept } from '../../../api/report/findings.ts';
import type { Kept } from '../../../api/report/report.ts';
import { readAncillary } from './kept-chunks.ts';
import { CREDENTIALS } from './removed-descriptions.ts';
import { xmpIn } from './text-chunks.ts';

/** What matters to people in a PNG, read from its chunks. */
export async function keptInPng(png: Uint8Array, deflate: DeflateCodec): Promise<Kept[]> {
  const chunks = readChunks(png);
  const ancillary = await readAncillary(chunks, deflate, ['all']);
  const { described, texts, orientation, trailingOrientation, icc } = ancillary;
  const xmp = await xmpIn(chunks, deflate);
  const isPanorama = xmp !== undefined && shownBy(xmp).panorama;
  const descriptions = texts.length - (isPanorama ? 1 : 0);
  const isTold = described.features.some(({ feature }) => feature === 'density');
  const has = (...types: string[]) => chunks.some(({ type }) => types.includes(type));
  const frames = chunks.filter(({ type }) => type === 'fcTL').length;
  return [
    ...described.features,
    ...(descriptions > 0 ? [kept('descriptions', { count: descriptions })] : []),
    ...(orientation > 1 || trailingOrientation > 1 ? [kept('orientation')] : []),
    ...(has('pHYs') && !isTold ? [kept('density')] : []),
    ...(isPanorama ? [kept('panorama')] : []),
    ...(icc ? [kept('icc-profile')] : []),
    ...(has('cICP', 'gAMA', 'cHRM', 'mDCV', 'cLLI', 'mDCv', 'cLLi') ? [kept('coded-colours')] : []),
    ...(frames > 0 ? [kept('animation', { count: frames })] : []),
    ...(has(CREDENTIALS) ? [kept('content-credentials')] : []),
  ];
}
