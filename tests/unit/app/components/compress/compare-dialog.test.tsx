// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import '#tests/support/browser-parts.ts';
import { finishedItem, reportWith } from '#tests/support/compressed-files.ts';
import CompareDialog from '~/components/compress/compare/compare-dialog.tsx';

beforeEach(() => {
  // What jsdom lacks: dialogs, decoding and layout.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLImageElement.prototype.decode = async () => undefined;
  Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { configurable: true, value: 4_000 });
  Object.defineProperty(HTMLImageElement.prototype, 'naturalHeight', { configurable: true, value: 2_000 });
  for (const [name, value] of [
    ['clientWidth', 1_000],
    ['clientHeight', 800],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  window.ResizeObserver = class {
    readonly #told: () => void;
    constructor(told: ResizeObserverCallback) {
      this.#told = () => told([], this);
    }
    observe() {
      this.#told();
    }
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

test('shows sizes and score, moves the divider and zooms by keys and buttons', async () => {
  const item = finishedItem('a.png', { report: { ...reportWith([]), score: 91 } });
  render(<CompareDialog item={item} onClose={() => undefined} />);
  const divider = await screen.findByRole('slider');
  expect(document.activeElement).toBe(divider);
  expect(screen.getByText('Score 91 of 100.')).toBeTruthy();
  expect(await screen.findByText('25%')).toBeTruthy();
  for (const [key, value] of [
    ['ArrowRight', '52'],
    ['Home', '0'],
    ['End', '100'],
    ['ArrowLeft', '98'],
  ] as const) {
    fireEvent.keyDown(divider, { key });
    expect(divider.getAttribute('aria-valuenow')).toBe(value);
  }
  fireEvent.keyDown(divider, { key: '1' });
  expect(screen.getByText('100%')).toBeTruthy();
  const original = screen.getByRole('img', { name: 'Original' });
  expect(original.style.transform).toBe('translate(-1500px, -600px) scale(1)');
  fireEvent.keyDown(divider, { key: 'ArrowRight', shiftKey: true });
  expect(original.style.transform).toBe('translate(-1548px, -600px) scale(1)');
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(screen.getByText('150%')).toBeTruthy();
  fireEvent.keyDown(divider, { key: '+' });
  expect(original.style.imageRendering).toBe('pixelated');
  fireEvent.keyDown(divider, { key: '-' });
  fireEvent.click(screen.getByRole('button', { name: 'Fit' }));
  expect(screen.getByText('25%')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Side by side' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByRole('img', { name: 'Compressed' })).toBeTruthy();
});

test('leaves the keyboard on the button of the bar that was gone to before the picture was drawn', async () => {
  let draw = () => {};
  const drawn = new Promise<undefined>((resolve) => (draw = () => resolve(undefined)));
  HTMLImageElement.prototype.decode = () => drawn;
  render(<CompareDialog item={finishedItem('a.png')} onClose={() => undefined} />);
  const button = screen.getByRole('button', { name: 'Slider' });
  button.focus();
  draw();
  await screen.findByRole('slider');
  expect(document.activeElement).toBe(button);
});

test('closes by its button and says so', async () => {
  let closed = 0;
  render(<CompareDialog item={finishedItem('a.png')} onClose={() => closed++} />);
  await screen.findByRole('slider');
  fireEvent.click(screen.getByRole('button', { name: 'Close the comparison' }));
  expect(closed).toBe(1);
});

test('says so when a picture cannot be drawn', async () => {
  HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'));
  render(<CompareDialog item={finishedItem('a.png')} onClose={() => undefined} />);
  expect(await screen.findByText('This page cannot be shown in your browser.')).toBeTruthy();
});

test('says so when a document cannot be opened', async () => {
  render(<CompareDialog item={finishedItem('a.pptx', { kind: 'pptx' })} onClose={() => undefined} />);
  expect(await screen.findByText(/The two files cannot be compared here/)).toBeTruthy();
});
