import { describe, expect, it } from 'vitest';
import {
  attachment,
  cleanFileName,
  resultFileName,
  unescapedFormName,
} from '#functions/services/uploads/file-name.ts';

describe('cleanFileName', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['C:\\Users\\ada\\photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['a\r\nSet-Cookie: b.png', 'aSet-Cookie: b.png'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    ['lone\ud800.pdf', 'lone.pdf'],
    ['  ', 'file'],
    ['..', 'file'],
    [undefined, 'file'],
  ])('turns %j into a label', (raw, label) => {
    expect(cleanFileName(raw)).toBe(label);
  });

  it('shortens long names and keeps their extension', () => {
    const name = cleanFileName(`${'😀'.repeat(300)}.pptx`);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^(😀)+\.pptx$/u);
  });
});

describe('unescapedFormName', () => {
  it.each([
    ['a%22b%0D%0Ac.jpg', 'a"b  c.jpg'],
    // As aiohttp sends it.
    ['%C3%BCber%2012%3A30.jpg', 'über 12:30.jpg'],
    ['%E6%97%A5%E6%9C%AC.jpg', '日本.jpg'],
    ['..%2F..%2F%C3%BC.jpg', '../../ü.jpg'],
    // As downloads are called, and names with a percent sign.
    ['My%20File.pdf', 'My%20File.pdf'],
    ['100 %C3 grün.jpg', '100 %C3 grün.jpg'],
    ['%C3%28.jpg', '%C3%28.jpg'],
    ['%E0%A4%A.jpg', '%E0%A4%A.jpg'],
    ['50%.jpg', '50%.jpg'],
  ])('turns %j into %j', (given, name) => {
    expect(unescapedFormName(given)).toBe(name);
  });
});

describe('attachment', () => {
  it.each(['a"b.jpg', 'a\\b.jpg', 'a;b=c.jpg', "it's (1)*.pdf", '100%.pdf', '写真.jpg', '😀.png'])(
    'carries %s through both forms of the header',
    (name) => {
      const header = attachment(name);
      const [, fallback, extended] = /^attachment; filename="([ -~]*)"; filename\*=UTF-8''(\S+)$/.exec(
        header,
      )!;
      expect(decodeURIComponent(extended!)).toBe(name);
      expect(fallback).not.toMatch(/["\\%]/);
      expect(extended).toMatch(/^[\w.!~%-]+$/);
    },
  );
});

it('adds the extension that a name lacks', () => {
  expect(resultFileName('scan', 'pdf')).toBe('featherpress_scan.pdf');
  expect(resultFileName('Scan.PDF', 'pdf')).toBe('featherpress_Scan.PDF');
});
