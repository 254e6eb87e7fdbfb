import { DEMOS } from './demos.tsx';

/** A demonstration, drawn with its first example; it comes alive when it comes near the screen. */
export function Demo({ name }: { readonly name: string }) {
  const Drawn = DEMOS[name];
  if (!Drawn)
    throw new Error(`Expected one of ${Object.keys(DEMOS).join(', ')} for name but received ${name}`);
  return (
    <div data-island={name}>
      <Drawn />
    </div>
  );
}
