/** Elements of HTML whose images a build tool takes. */
const ELEMENTS = /<(?:img|source|input|video|image|link)\b[^>]*>/gi;
/** Their attributes with addresses. */
const ATTRIBUTES = /(\s(?:src|srcset|imagesrcset|href|xlink:href|poster)\s*=\s*)("[^"]*"|'[^']*')/gi;
/** An address in one of them; a set of images has several. */
const ADDRESSES = /[^\s,"']+\?[^\s,"']+/g;

/**
 * Replaces addresses of images in HTML that have a query.
 * @param answer gets an address as browsers read it
 */
export async function replaceAddresses(
  html: string,
  answer: (address: string) => Promise<string>,
): Promise<string> {
  const written = [...html.matchAll(ELEMENTS)].flatMap(([element]) =>
    [...element.matchAll(ATTRIBUTES)].flatMap(([, , value = '']) => value.match(ADDRESSES) ?? []),
  );
  const answers = new Map<string, string>();
  await Promise.all(
    [...new Set(written)].map(async (address) => {
      const read = decode(address);
      const made = await answer(read);
      if (made !== read) answers.set(address, encode(made));
    }),
  );
  return html.replace(ELEMENTS, (element) =>
    element.replace(
      ATTRIBUTES,
      (_, name: string, value: string) =>
        `${name}${value.replace(ADDRESSES, (address) => answers.get(address) ?? address)}`,
    ),
  );
}

function decode(address: string): string {
  const plain = address.replaceAll('&amp;', '&');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

function encode(address: string): string {
  return encodeURI(address).replaceAll('&', '&amp;');
}
