/** How files begin after something on their way has changed their bytes, and what to say then. */
const MANGLED: readonly (readonly [begin: RegExp, hint: string])[] = [
  // JPEG, PNG, WebP, PDF and zip in base64, alone or as browsers read a file for a page.
  [
    /^(data:[\w/.+-]*;base64,|\/9j\/|iVBORw0KGgo|UklGR|JVBERi0|UEsDB)/,
    'These are its bytes in base64: send the bytes themselves.',
  ],
  // U+FFFD in UTF-8 where bytes were that no text holds.
  [
    /^(\u00ef\u00bf\u00bd){2}|^\u00ef\u00bf\u00bdPNG\r?\n/,
    'Its bytes were read as text on their way, which destroys them: read and send it as binary data.',
  ],
  // eslint-disable-next-line no-control-regex
  [/^\u001f\u008b\u0008/, 'It is packed by gzip: send it as it is, without Content-Encoding.'],
  // A form of the usual kind, as of curl -d: it holds texts only.
  [/^files?(\[\]|%5B%5D)?=/i, 'A form of this type cannot hold a file: send it as multipart/form-data.'],
];

/** What to do about a file that is none of ours only because of how it was sent; null for any other. @param head its first bytes */
export function adviceForMangled(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, 100)).toString('latin1');
  return MANGLED.find(([begin]) => begin.test(text))?.[1] ?? null;
}
