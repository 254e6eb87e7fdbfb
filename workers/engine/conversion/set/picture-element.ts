import { RESULT_INFO, type OutputKind } from '../../api/kinds.ts';
import { byFormat, type FormatPictures, type SetPicture } from './set-file.ts';

/**
 * The HTML of a set, to paste into a page: browsers take the first format that they show, so the smallest comes first, and one that
 * saves nothing beside what every browser shows is left out.
 * Source: HTML Standard, "The picture element" and "Embedded content".
 */
export function pictureElement(set: readonly SetPicture[]): string {
  const formats = byFormat(set);
  const usual = formats.find(({ kind }) => UNIVERSAL.includes(kind)) ?? formats.at(-1)!;
  const others = formats.slice(0, formats.indexOf(usual));
  const largest = usual.pictures.at(-1)!;
  const sizes = `(max-width: ${largest.width}px) 100vw, ${largest.width}px`;
  return [
    '<picture>',
    ...others.map(
      (each) =>
        `  <source type="${RESULT_INFO[each.kind].mimeTypes[0]}" srcset="${candidates(each)}" sizes="${sizes}">`,
    ),
    `  <img src="${addressOf(largest)}" srcset="${candidates(usual)}" sizes="${sizes}"`,
    `    width="${largest.width}" height="${largest.height}" loading="lazy" decoding="async" alt="">`,
    '</picture>',
    '',
  ].join('\n');
}

/** What browsers without WebP show. */
const UNIVERSAL: readonly OutputKind[] = ['jpeg', 'png'];

function candidates({ pictures }: FormatPictures): string {
  return pictures.map((each) => `${addressOf(each)} ${each.width}w`).join(', ');
}

/** Stems hold nothing that HTML or `srcset` reads as its own, but letters of all alphabets. */
function addressOf({ name }: SetPicture): string {
  return encodeURI(name);
}
