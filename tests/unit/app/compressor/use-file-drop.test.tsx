// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useFileDrop } from '~/compressor/use-file-drop.ts';
import { useLeaveQuestion } from '~/compressor/use-leave-question.ts';
import { pngFile } from '#tests/support/compressed-files.ts';

afterEach(cleanup);

/** A drag event as browsers send it; jsdom has no DragEvent. */
function drag(type: string, files: readonly File[] | null) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const dataTransfer = { types: files ? ['Files'] : ['text/plain'], files: files ?? [], dropEffect: 'none' };
  Object.assign(event, { dataTransfer });
  act(() => void document.body.dispatchEvent(event));
  return { prevented: event.defaultPrevented, effect: dataTransfer.dropEffect };
}

test('is lit from the first element entered to the last one left', () => {
  const { result } = renderHook(() => useFileDrop(() => undefined));
  drag('dragenter', []);
  drag('dragenter', []);
  drag('dragleave', []);
  expect(result.current).toBe(true);
  expect(drag('dragover', [])).toEqual({ prevented: true, effect: 'copy' });
  drag('dragleave', []);
  expect(result.current).toBe(false);
});

test('hands over what is dropped', () => {
  const dropped: string[] = [];
  const { result } = renderHook(() => useFileDrop((files) => dropped.push(...files.map(({ name }) => name))));
  drag('dragenter', []);
  expect(drag('drop', [pngFile('a.png'), pngFile('b.png')]).prevented).toBe(true);
  drag('drop', []);
  expect(dropped).toEqual(['a.png', 'b.png']);
  expect(result.current).toBe(false);
});

test('takes no result of its own for a new file', () => {
  const dropped: string[] = [];
  const { result } = renderHook(() => useFileDrop((files) => dropped.push(...files.map(({ name }) => name))));
  drag('dragstart', null);
  drag('dragenter', []);
  expect(result.current).toBe(false);
  expect(drag('dragover', [])).toEqual({ prevented: true, effect: 'none' });
  drag('drop', [pngFile('a.png')]);
  drag('dragend', null);
  drag('drop', [pngFile('b.png')]);
  expect(dropped).toEqual(['b.png']);
});

test('picks the files out of dropped folders, in the order of their names', async () => {
  const fileEntry = (name: string) => ({
    name,
    isFile: true,
    file: (found: (file: File) => void) => found(pngFile(name)),
  });
  const folder = (name: string, children: object[]) => {
    const answers = [children, []];
    return {
      name,
      isDirectory: true,
      createReader: () => ({ readEntries: (read: (some: object[]) => void) => read(answers.shift() ?? []) }),
    };
  };
  const entries = [
    folder('trip', [fileEntry('b10.png'), fileEntry('b2.png'), folder('more', [fileEntry('c.png')])]),
  ];
  const dropped: [string[], boolean][] = [];
  renderHook(() =>
    useFileDrop((files, fromFolder) => dropped.push([files.map(({ name }) => name), fromFolder])),
  );
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [], items } });
  act(() => void document.body.dispatchEvent(event));
  await waitFor(() => expect(dropped).toEqual([[['b2.png', 'b10.png', 'c.png'], true]]));
});

test('leaves text that is dragged to the browser', () => {
  const { result } = renderHook(() => useFileDrop(() => undefined));
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
    expect(drag(type, null).prevented).toBe(false);
  expect(result.current).toBe(false);
});

test('asks before the page is left only while files are under way', () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { rerender } = renderHook(({ busy }) => useLeaveQuestion(busy), { initialProps: { busy: false } });
  expect(leave()).toBe(false);
  rerender({ busy: true });
  expect(leave()).toBe(true);
  rerender({ busy: false });
  expect(leave()).toBe(false);
});
