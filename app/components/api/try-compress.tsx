import { useId, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CodeBlock } from './code-block.tsx';

const SHOWN_HEADERS = [
  'content-type',
  'content-disposition',
  'x-job-id',
  'x-original-size',
  'x-compressed-size',
  'x-saved-percent',
  'x-target-met',
  'retry-after',
];

/** Sends a file to the compress call and shows what came back. The result itself is not kept. */
export function TryCompress() {
  const id = useId();
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setAnswer('');
    try {
      setAnswer(await describe(await fetch('/api/compress', { method: 'POST', body: form })));
    } catch {
      setAnswer('The server could not be reached. Please check the connection and try again.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={send} className="mt-8 rounded-card border border-hairline bg-raised p-5">
      <h3 className="text-lg">Try it</h3>
      <p className="mt-1 text-sm text-quiet">
        Sends one file to the real endpoint and shows the answer. The file is deleted when the job ends.
      </p>
      <label htmlFor={id} className="mt-4 block text-sm font-medium">
        File
      </label>
      <input
        id={id}
        type="file"
        name="file"
        required
        accept=".pdf,.jpg,.jpeg,.png,.webp,.pptx"
        className="mt-1 block w-full text-sm file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-edge file:bg-ground file:px-4 file:font-semibold file:text-ink"
      />
      <Button type="submit" className="mt-4" aria-disabled={busy} aria-busy={busy}>
        {busy && <Spinner className="text-current" />}
        {busy ? 'Compressing' : 'Send request'}
      </Button>
      <div role="status">
        {answer && (
          <div className="mt-4 overflow-hidden rounded-control border border-hairline bg-sunk">
            <CodeBlock label="Answer of your request" code={answer} />
          </div>
        )}
      </div>
    </form>
  );
}

/** Status, telling headers and, for errors, the body. */
async function describe(response: Response): Promise<string> {
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const body = response.ok
    ? `(${(await response.blob()).size.toLocaleString('en-US')} bytes)`
    : await response.text();
  return [`HTTP ${response.status}`, ...headers, '', body].join('\n');
}
