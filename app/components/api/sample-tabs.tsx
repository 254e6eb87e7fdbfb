import { useRef, type KeyboardEvent } from 'react';
import { languages, type Language } from '~/content/api-endpoints.ts';
import { CodeBlock } from './code-block.tsx';
import { useLanguage } from './language.tsx';

export interface SampleTabsProps {
  readonly id: string;
  readonly title: string;
  readonly samples: Readonly<Record<Language, string>>;
}

/** The same request in three languages. The choice holds for the whole page; arrow keys move between tabs. */
export function SampleTabs({ id, title, samples }: SampleTabsProps) {
  const { language, choose } = useLanguage();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (languages.indexOf(language) + step + languages.length) % languages.length;
    choose(languages[index] ?? languages[0]);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={`Language of the sample: ${title}`}
        className="flex gap-1 border-b border-hairline px-2 pt-2"
        onKeyDown={move}
      >
        {languages.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === language}
            aria-controls={`${id}-sample`}
            tabIndex={name === language ? 0 : -1}
            onClick={() => choose(name)}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3 text-sm font-medium text-quiet transition-colors duration-150 hover:text-ink aria-selected:border-primary aria-selected:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-sample`} aria-labelledby={`${id}-tab-${language}`}>
        <CodeBlock label={`${title}, ${language}`} code={samples[language]} copyable />
      </div>
    </div>
  );
}
