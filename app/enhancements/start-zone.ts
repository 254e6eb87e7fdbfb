import { listenForFileDrops, listenForPastes, type TakeFiles } from '../compressor/selection/file-drop.ts';
import type { SampleId } from '../content/samples.ts';
import { loadLate } from '../load-late.ts';
import type { Refusal } from './take-along.ts';
import { warmCompress } from './warm-compress.ts';

/** The code that checks and keeps files comes with the first sign of them. */
const loadTakeAlong = () => loadLate(() => import('./take-along.ts'));
type TakeAlong = Awaited<ReturnType<typeof loadTakeAlong>>;

/**
 * Files that are dropped anywhere on a page with a drop zone, or chosen there, go along to the compress page, where they
 * start at once. What is wrong with them is said here, in the words of the compress page.
 */
export function startZone(): void {
  const zone = document.querySelector<HTMLElement>('[data-start-zone]');
  const input = zone?.querySelector<HTMLInputElement>('input[type=file]');
  if (!zone || !input) return;
  let offered: readonly File[] = [];

  const go = (take: (along: TakeAlong) => Promise<Refusal | null>) => {
    if (zone.dataset['state'] === 'busy') return;
    say(zone, null);
    zone.dataset['state'] = 'busy';
    loadTakeAlong()
      .then(take, () => ({ message: 'The connection was lost. Please try again.', offer: null }))
      .then((refusal) => {
        if (refusal === null) return window.location.assign('/compress');
        offered = refusal.offer?.files ?? [];
        say(zone, refusal);
        zone.dataset['state'] = 'ready';
      }, reportError);
  };
  const takeChosen = () => {
    const files = [...(input.files ?? [])];
    // Choosing the same file again must count as a choice.
    input.value = '';
    if (files.length > 0) go(({ takeAlong }) => takeAlong(files, []));
  };

  // Before the drop, or while the system's dialogue is open.
  const prepare = () => {
    warmCompress();
    loadTakeAlong().catch(() => undefined);
  };
  for (const sign of ['pointerenter', 'focusin', 'touchstart'])
    zone.addEventListener(sign, prepare, { passive: true, once: true });
  input.addEventListener('change', takeChosen);
  // The button beside the zone chooses, too, where it is not to open the compress page in a tab of its own.
  const chooser = document.querySelector<HTMLElement>('[data-start-choose]');
  chooser?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    input.click();
  });
  const sample = zone.querySelector<HTMLElement>('[data-start-sample]');
  sample?.addEventListener('click', () => {
    go(({ takeSampleAlong }) => takeSampleAlong(sample.dataset['startSample'] as SampleId));
  });
  zone.querySelector('[data-start-offer]')?.addEventListener('click', () => {
    const files = offered;
    go(({ carry }) => carry(files));
  });
  const take: TakeFiles = (files, passedOver) => go(({ takeAlong }) => takeAlong(files, passedOver));
  listenForFileDrops({
    onLit(lit) {
      document.documentElement.toggleAttribute('data-lit', lit);
      prepare();
    },
    onDrop: take,
  });
  listenForPastes(take);
  // A page that comes back from the browser's memory was left in the middle of taking files along.
  window.addEventListener('pageshow', () => (zone.dataset['state'] = 'ready'));
  zone.dataset['state'] = 'ready';
  // Chosen before the scripts ran.
  takeChosen();
}

function say(zone: HTMLElement, refusal: Refusal | null): void {
  const box = zone.querySelector<HTMLElement>('[data-start-problem]');
  const text = box?.querySelector('[role=alert]');
  const left = box?.querySelector('[data-start-left-out]');
  const button = box?.querySelector<HTMLElement>('[data-start-offer]');
  if (!box || !text || !left || !button) return;
  text.textContent = refusal?.message ?? '';
  left.textContent = refusal?.offer?.leftOut.join('\n') ?? '';
  box.toggleAttribute('data-shown', refusal !== null);
  button.hidden = !refusal?.offer?.files.length;
  button.textContent = refusal?.offer?.label ?? '';
  // Files may be pasted or dropped wherever the page stands.
  if (refusal) box.scrollIntoView({ block: 'nearest' });
}
