import { useEffect, useRef, useState } from 'react';
import { initialsOf } from '~/content/team.ts';
import { classNames } from '../ui/class-names.ts';

export interface PortraitProps {
  readonly name: string;
  readonly image: string;
  /** Edge length in CSS pixels. */
  readonly size: number;
  readonly className?: string;
}

/** A square picture of a person; initials when it cannot be loaded. */
export function Portrait({ name, image, size, className }: PortraitProps) {
  const [failed, setFailed] = useState(false);
  const picture = useRef<HTMLImageElement>(null);

  // A picture that failed before the page came alive has fired its event already.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(true);
  }, []);

  const shape = classNames('shrink-0 rounded-card bg-sunk', className);
  if (failed) {
    return (
      <div
        role="img"
        aria-label={name}
        className={classNames(shape, 'grid place-items-center font-display text-2xl font-bold text-primary')}
        style={{ width: size, height: size }}
      >
        {initialsOf(name)}
      </div>
    );
  }
  return (
    <img
      ref={picture}
      src={image}
      alt={`Portrait of ${name}`}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className={shape}
    />
  );
}
