import type { SVGProps } from 'react';

/**
 * An icon of Lucide 1.75.0 (https://lucide.dev); lucide-licence.txt is its licence.
 * @param paths what is drawn with a round pen of 2 in a square of 24
 */
export function icon(...paths: readonly string[]) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };
}
