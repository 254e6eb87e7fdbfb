import { ChevronDown } from '~/components/ui/late-icons.tsx';
import { questions } from '~/content/questions.ts';

/** Questions that open on their own, without JavaScript. */
export function QuestionList() {
  return (
    <div className="border-t border-hairline">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-b border-hairline">
          <summary className="flex list-none items-center justify-between gap-4 py-4 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-quiet transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <p className="pb-5 text-base text-quiet">{answer}</p>
        </details>
      ))}
    </div>
  );
}
