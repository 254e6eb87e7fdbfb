import { withSession } from '../session/with-session.ts';

/** Lets the form of the API's page send its request, and shows it as a command while it is filled in. */
export function startTryCompress(): void {
  const form = document.querySelector<HTMLFormElement>('[data-try-compress]');
  if (!form) return;
  form.addEventListener('input', () => showRequest(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  // A browser may have kept what was filled in before.
  showRequest(form);
}

const ANSWER_LABEL = 'Answer of your request';

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  const answer = form.querySelector<HTMLElement>('[data-answer]');
  if (!button || !answer || button.ariaDisabled === 'true') return;
  const label = button.textContent;
  button.ariaDisabled = 'true';
  button.textContent = 'Compressing';
  answer.replaceChildren();
  try {
    const body = new FormData();
    for (const [name, value] of fieldsOf(form)) body.append(name, value);
    const path = '/api/compress';
    const response = await withSession(path, (headers) => fetch(path, { method: 'POST', headers, body }));
    answer.append(...(await answerTo(response)));
  } catch {
    answer.textContent = 'The server could not be reached. Please check the connection and try again.';
  } finally {
    button.ariaDisabled = null;
    button.textContent = label;
  }
}

/** Status, headers and, for errors, the body; for a result what the report says. */
async function answerTo(response: Response): Promise<HTMLElement[]> {
  const headers = headersOf(response);
  if (!response.ok)
    return [listing(ANSWER_LABEL, [statusOf(response), ...headers, '', await response.text()])];
  const { size } = await response.blob();
  const shown = listing(ANSWER_LABEL, [
    statusOf(response),
    ...headers,
    '',
    `(${size.toLocaleString('en-US')} bytes)`,
  ]);
  const path = /<([^>]+)>; *rel="describedby"/.exec(response.headers.get('link') ?? '')?.[1];
  if (path === undefined) return [shown];
  const job = await fetch(path).then((answer) => answer.text());
  return [shown, listing('Report of your request', [`GET ${path}`, '', indented(job)])];
}

/** Those that scripts everywhere may read: the others are about the line and the browser. */
function headersOf({ headers }: Response): string[] {
  const telling = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */);
  return [...headers]
    .filter(([name]) => telling.includes(name) || /^content-(type|length)$/.test(name))
    .map(([name, value]) => `${name}: ${value}`);
}

function statusOf({ status }: Response): string {
  return `HTTP ${status}`;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function listing(label: string, lines: readonly string[]): HTMLElement {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.role = 'group';
  pre.ariaLabel = label;
  pre.className =
    'scroller mt-3 max-h-80 overflow-y-auto rounded-control border border-hairline bg-sunk px-4 py-4 text-sm leading-6 [font-variant-ligatures:none]';
  pre.textContent = lines.join('\n');
  return pre;
}

/** Only what differs from the usual; boxes of one name become a list. */
function fieldsOf(form: HTMLFormElement): [name: string, value: string | File][] {
  const data = new FormData(form);
  const keep = data.getAll('keep').join(',');
  const target = String(data.get('target') ?? '').trim();
  const options: [string, string][] = [
    ['preset', String(data.get('preset'))],
    ['target', target],
    ['keep', keep.includes('all') ? 'all' : keep],
  ];
  const asked = options.filter(
    ([name, value]) => value !== '' && !(name === 'preset' && value === 'balanced'),
  );
  return [['file', data.get('file') ?? ''], ...asked];
}

function showRequest(form: HTMLFormElement): void {
  const code = form.querySelector('[data-listing] code');
  if (!code) return;
  const [file, ...options] = fieldsOf(form);
  const given = (file?.[1] as File | undefined)?.name || 'photo.jpg';
  const dot = given.lastIndexOf('.');
  const small = `small${dot > 0 ? given.slice(dot) : ''}`;
  code.textContent = [
    `curl -f -o ${quoted(small)} \\`,
    `  -F ${quoted(`file=@${given}`)} \\`,
    ...options.map(([name, value]) => `  -F ${quoted(`${name}=${String(value)}`)} \\`),
    `  ${location.origin}/api/compress`,
  ].join('\n');
}

/** For a shell of POSIX. */
function quoted(text: string): string {
  return /^[\w@=.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
