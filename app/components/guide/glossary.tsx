import { glossary } from '~/content/glossary.ts';

export function Glossary() {
  return (
    <dl className="border-t border-hairline text-base leading-6">
      {glossary.map(({ term, meaning }) => (
        <div key={term} className="grid gap-x-6 border-b border-hairline py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="font-semibold">{term}</dt>
          <dd className="text-quiet">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
