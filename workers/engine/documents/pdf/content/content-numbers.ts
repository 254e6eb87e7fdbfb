const NUMBER = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/;

/** A number in fewer characters; what is not written as the standard says stays. */
export function shortest(text: string): string {
  const parts = NUMBER.exec(text);
  if (!parts || !/\d/.test(text)) return text;
  const [, sign, whole, fraction] = parts;
  if (!whole && !fraction) return '0';
  // Readers lose integers of more than 32 bits, and not real numbers.
  const isLarge = text.includes('.') && whole!.length > 9;
  return `${sign === '-' ? '-' : ''}${whole}${fraction || isLarge ? `.${fraction}` : ''}`;
}

/** A number to so many places, but never to zero: a line of no width is another thing than a thin one. */
export function rounded(text: string, decimals: number): string {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return text;
  const result = shortest(`${value.toFixed(decimals)}${decimals === 0 ? '.' : ''}`);
  return result.length < text.length && result !== '0' ? result : text;
}

/** A number less another, exactly, in as few characters; "0" also where that is not known. */
export function difference(one: string, other: string): string {
  const places = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  const isExact = [one, other].every(
    (text) => Math.abs(Number(text)) * 10 ** places < Number.MAX_SAFE_INTEGER,
  );
  return isExact ? shortest((Number(one) - Number(other)).toFixed(places)) : '0';
}
