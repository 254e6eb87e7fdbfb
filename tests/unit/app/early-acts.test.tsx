// @vitest-environment jsdom
import { runInThisContext } from 'node:vm';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import '#tests/support/browser-parts.ts';
import { pngFile } from '#tests/support/compressed-files.ts';
import { useFileDrop } from '~/compressor/selection/use-file-drop.ts';
import { HOLD_EARLY_ACTS, takeEarlyActs } from '~/early-acts.ts';
import { repeatActs } from '~/repeat-acts.ts';

afterEach(cleanup);

/** As a browser runs what stands in the page. */
const runInlineScript = () => void runInThisContext(HOLD_EARLY_ACTS);

const presses: string[] = [];

function Form() {
  const [chosen, setChosen] = useState('one');
  const [text, setText] = useState('');
  const [keeps, setKeeps] = useState(true);
  return (
    <>
      {['one', 'two', 'three'].map((each) => (
        <label key={each}>
          {each}
          <input type="radio" name="n" checked={chosen === each} onChange={() => setChosen(each)} />
        </label>
      ))}
      <input type="text" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <input
        type="checkbox"
        checked={keeps}
        onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
      />
      <button type="button" onClick={() => presses.push('pressed')}>
        Press
      </button>
      <output>{`${chosen}, ${text}, ${keeps}`}</output>
    </>
  );
}

test('does once more what was done before React was there, and nothing that React hears', () => {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Form />);
  runInlineScript();
  fireEvent.click(screen.getByLabelText('two'));
  fireEvent.click(screen.getByLabelText('three'));
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '300 KB' } });
  fireEvent.click(screen.getByRole('checkbox'));
  for (let press = 0; press < 2; press++) fireEvent.click(screen.getByRole('button'));
  const acts = takeEarlyActs();
  render(<Form />, { container: place, hydrate: true });
  expect(screen.getByRole('status').textContent).toBe('one, , true');
  act(() => repeatActs(acts));
  expect(screen.getByRole('status').textContent).toBe('three, 300 KB, false');
  expect(presses).toEqual(['pressed']);
  fireEvent.click(screen.getByRole('button'));
  expect(presses).toEqual(['pressed', 'pressed']);
  expect(takeEarlyActs()).toEqual([]);
});

test('holds a drop until the page takes it, and none where files are not taken', () => {
  runInlineScript();
  const drop = (name: string) => {
    const dataTransfer = { types: ['Files'], files: [pngFile(name)], items: [] };
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer });
    act(() => void document.body.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(drop('elsewhere.png')).toBe(false);
  document.body.innerHTML = '<input id="file-input" type="file" />';
  expect(drop('early.png')).toBe(true);
  const dropped: string[] = [];
  renderHook(() => useFileDrop((files) => dropped.push(...files.map(({ name }) => name))));
  expect(dropped).toEqual(['early.png']);
  expect(drop('later.png')).toBe(true);
  cleanup();
  renderHook(() => useFileDrop((files) => dropped.push(...files.map(({ name }) => name))));
  expect(dropped).toEqual(['early.png', 'later.png']);
});
