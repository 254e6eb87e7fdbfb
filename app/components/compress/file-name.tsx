import { displayName } from '~/compressor/display-name.ts';

/** A file's name, kept from changing the direction of the text around it. */
export function FileName({ name }: { readonly name: string }) {
  return <bdi>{displayName(name)}</bdi>;
}

/** The name as the heading of a card, on one line. */
export function FileHeading({ name }: { readonly name: string }) {
  return (
    <h3 className="truncate font-sans text-base font-semibold tracking-normal" title={displayName(name)}>
      <FileName name={name} />
    </h3>
  );
}
