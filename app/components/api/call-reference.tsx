import type { ReactNode } from 'react';
import { ChevronDown } from '~/components/ui/late-icons.tsx';
import type {
  ApiReference,
  DescribedCall,
  DescribedField,
  DescribedObject,
} from '~/content/api/api-description.ts';
import { WordBreaks } from '../ui/word-breaks.tsx';

/** Every call with what it takes and answers, folded. */
export function CallReference({ calls }: Pick<ApiReference, 'calls'>) {
  return (
    <div className="mt-6 border-t border-edge">
      {calls.map((call) => (
        <Folded
          key={call.id}
          id={`call-${call.id}`}
          summary={
            <>
              <span className="font-mono text-sm wrap-anywhere">
                <span className="inline-block w-16 font-semibold text-primary">{call.method}</span>
                <WordBreaks text={call.path} />
              </span>
              <span className="text-quiet">{call.title}</span>
            </>
          }
        >
          <Call call={call} />
        </Folded>
      ))}
    </div>
  );
}

/** Every object of answers with its fields, folded. */
export function ObjectReference({ objects }: Pick<ApiReference, 'objects'>) {
  return (
    <div className="mt-4 border-t border-edge">
      {objects.map(({ name, text, fields }: DescribedObject) => (
        <Folded
          key={name}
          id={`object-${name}`}
          summary={
            <>
              <code className="font-semibold">{name}</code>
              <span className="text-quiet">{text}</span>
            </>
          }
        >
          <Fields fields={fields} />
        </Folded>
      ))}
    </div>
  );
}

function Call({ call: { text, takes, answers, needsToken, scope } }: { readonly call: DescribedCall }) {
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
      <div className="min-w-0">
        <p>
          {text}
          {needsToken && ' Needs a bearer token.'}
          {scope !== undefined && ` A key needs the scope ${scope}.`}
        </p>
        {takes.length > 0 && (
          <>
            <h3 className="mt-4 text-base font-semibold">Takes</h3>
            <Fields fields={takes} />
          </>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-base font-semibold">Answers</h3>
        <dl className="mt-2 border-t border-hairline">
          {answers.map(({ status, text: meaning, headers, object }) => (
            <div key={status} className="grid grid-cols-[3.5rem_1fr] border-b border-hairline py-2.5">
              <dt className="figures font-mono font-semibold">{status}</dt>
              <dd className="min-w-0">
                <Described text={meaning} />
                {object !== undefined && (
                  <p className="text-sm">
                    Body:{' '}
                    <a href={`#object-${object}`} className="text-primary underline underline-offset-4">
                      {object}
                    </a>
                  </p>
                )}
                {headers.length > 0 && (
                  <p className="text-sm break-words text-quiet">Headers: {headers.join(', ')}</p>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

/** Fields with their place, type and meaning. */
export function Fields({ fields }: { readonly fields: readonly DescribedField[] }) {
  return (
    <dl className="mt-2 border-t border-hairline">
      {fields.map(({ name, place, type, isRequired, text }) => (
        <div
          key={`${place} ${name}`}
          className="grid gap-x-4 border-b border-hairline py-2.5 sm:grid-cols-[11rem_1fr]"
        >
          <dt className="min-w-0">
            <code className="font-semibold break-words">{name}</code>
            <span className="block text-sm text-quiet">
              {[place, type, isRequired ? '' : 'optional'].filter(Boolean).join(', ')}
            </span>
          </dt>
          <dd className="min-w-0">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Several errors of one status are paragraphs, their codes between backticks. */
function Described({ text }: { readonly text: string }) {
  return text
    .split('\n\n')
    .map((paragraph) => (
      <p key={paragraph}>
        {paragraph
          .split('`')
          .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
      </p>
    ));
}

interface FoldedProps {
  readonly id: string;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

function Folded({ id, summary, children }: FoldedProps) {
  return (
    <details id={id} className="group scroll-mt-24 border-b border-hairline">
      <summary className="flex min-h-12 list-none items-center gap-4 py-2 hover:text-primary [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 flex-1 gap-x-6 md:grid-cols-[1.1fr_1fr]">{summary}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-quiet transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="pt-2 pb-8">{children}</div>
    </details>
  );
}
