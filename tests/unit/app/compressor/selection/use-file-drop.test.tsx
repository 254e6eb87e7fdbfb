// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { listOfKinds } from '#engine/api/kinds.ts';
import { useFileDrop } from '~/compressor/selection/use-file-drop.ts';
import { useLeaveQuestion } from '~/compressor/queue/use-leave-question.ts';
import { usePaste } from '~/compressor/selection/use-paste.ts';
import '#tests/support/browser-parts.ts';
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

test('is lit by a drag that entered before the page listened', () => {
  const { result } = renderHook(() => useFileDrop(() => undefined));
  drag('dragover', []);
  drag('dragover', []);
  expect(result.current).toBe(true);
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

/** Entries of a file system as a drop carries them. */
const fileEntry = (name: string, isReadable = true) => ({
  name,
  isFile: true,
  file: (found: (file: File) => void, fail: (error: Error) => void) =>
    isReadable ? found(pngFile(name)) : fail(new Error('It is closed.')),
});
const folderEntry = (name: string, children: object[]) => {
  const answers = [children, []];
  return {
    name,
    isDirectory: true,
    createReader: () => ({ readEntries: (read: (some: object[]) => void) => read(answers.shift() ?? []) }),
  };
};
const closedFolder = {
  name: 'private',
  isDirectory: true,
  createReader: () => ({
    readEntries: (_read: unknown, fail: (error: Error) => void) => fail(new Error('It is closed.')),
  }),
};

/** What comes of entries that are dropped: names of files, and what is told of the others in their folder. */
async function dropEntries(entries: readonly object[]): Promise<[string[], readonly string[]]> {
  const dropped: [string[], readonly string[]][] = [];
  renderHook(() =>
    useFileDrop((files, passedOver) => dropped.push([files.map(({ name }) => name), passedOver])),
  );
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [], items } });
  act(() => void document.body.dispatchEvent(event));
  await waitFor(() => expect(dropped).toHaveLength(1));
  return dropped[0]!;
}

test('picks the files out of dropped folders, in the order of their names', async () => {
  const more = folderEntry('more', [fileEntry('c.png')]);
  const trip = folderEntry('trip', [fileEntry('b10.png'), fileEntry('b2.png'), more]);
  expect(await dropEntries([trip])).toEqual([['b2.png', 'b10.png', 'c.png'], []]);
});

test('tells what in a folder is not ours or cannot be read, and nothing of what systems leave there', async () => {
  const others = ['notes.txt', '._a.png', '.DS_Store', 'Thumbs.db'].map((name) => fileEntry(name));
  const trip = folderEntry('trip', [...others, fileEntry('a.png', false), closedFolder, fileEntry('b.png')]);
  expect(await dropEntries([trip])).toEqual([
    ['b.png'],
    ['a.png: cannot be read', `notes.txt: not a ${listOfKinds('or')} file`, 'private: cannot be read'],
  ]);
});

test('takes more of a folder than are compressed at once, and not without end', async () => {
  const children = Array.from({ length: 1_100 }, (_, index) => fileEntry(`${index}.png`));
  const notes = Array.from({ length: 120 }, (_, index) => fileEntry(`${index}.txt`));
  const [names, passedOver] = await dropEntries([folderEntry('camera', [...notes, ...children])]);
  expect(names).toEqual(children.slice(0, 1_000).map(({ name }) => name));
  expect(passedOver.at(0)).toBe('all that follows the first 1000 files');
  expect(passedOver.slice(-2)).toEqual([expect.stringMatching(/^\d+\.txt: not/), 'and 21 more']);
});

describe('a paste', () => {
  /** @returns whether the page has taken it, and what came of it */
  function paste(files: readonly File[], types: readonly string[], target: Element = document.body) {
    const pasted: string[] = [];
    const { unmount } = renderHook(() => usePaste((all) => pasted.push(...all.map(({ name }) => name))));
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { types, files, items: [] } });
    act(() => void target.dispatchEvent(event));
    unmount();
    return { taken: event.defaultPrevented, pasted };
  }
  const field = (type: string) => {
    const input = document.body.appendChild(document.createElement('input'));
    input.setAttribute('type', type);
    return input;
  };

  test('of files is taken, from a file manager with their paths as text as well', () => {
    const files = [pngFile('a.png'), new File(['%PDF-1.7'], 'b.pdf', { type: 'application/pdf' })];
    const all = { taken: true, pasted: ['a.png', 'b.pdf'] };
    expect(paste(files, ['text/plain', 'Files'])).toEqual(all);
    // The keyboard may stand on the very input for files.
    expect(paste(files, ['text/plain', 'Files'], field('file'))).toEqual(all);
  });

  test('of words goes where it was meant to', () => {
    expect(paste([], ['text/plain'])).toEqual({ taken: false, pasted: [] });
    // Spreadsheets add a picture of the cells to their text.
    expect(paste([pngFile('image.png')], ['text/plain', 'Files'], field('text'))).toEqual({
      taken: false,
      pasted: [],
    });
    expect(paste([pngFile('image.png')], ['Files'], field('text'))).toEqual({
      taken: true,
      pasted: ['image.png'],
    });
  });
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
