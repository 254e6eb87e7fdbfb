import { ArrowRight } from '~/components/ui/late-icons.tsx';
import { blogLinks, toolLinks } from '~/content/navigation.ts';
import { linkLabel } from '~/content/page-titles.ts';

const kinds: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['Tool', new Set(toolLinks.map((link) => link.to))],
  ['Article', new Set(blogLinks.map((link) => link.to))],
];

/** Where to go on, as rows. */
export function RelatedLinks({ paths }: { readonly paths: readonly string[] }) {
  return (
    <nav aria-labelledby="related" className="mt-16 max-w-[720px]">
      <h2 id="related" className="text-2xl">
        Keep reading
      </h2>
      <ul className="mt-4 border-t border-hairline">
        {paths.map((path) => (
          <li key={path} className="border-b border-hairline">
            <a href={path} className="group flex items-center gap-4 py-3.5 hover:text-primary">
              <span className="w-16 shrink-0 text-sm text-quiet">{kindOf(path)}</span>
              <span className="flex-1 font-medium">{linkLabel(path)}</span>
              <ArrowRight
                aria-hidden
                className="size-5 text-quiet transition-transform duration-150 group-hover:translate-x-1 group-hover:text-primary"
              />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function kindOf(path: string): string {
  return kinds.find(([, paths]) => paths.has(path))?.[0] ?? 'Page';
}
