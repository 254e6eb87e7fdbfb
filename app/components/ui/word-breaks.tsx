import { Fragment } from 'react';

/** A path, an address or a file name, with places at its signs where narrow screens may break it. */
export function WordBreaks({ text }: { readonly text: string }) {
  return text.match(/\/?[^/_@]+[_@]?|[/_@]/g)?.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
