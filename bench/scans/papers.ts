import type { Random } from '../random.ts';
import { amount, lineOf, type Language } from './texts.ts';

/** Sides of a drawn page: A6, which scanners take as well [mm]. */
export const [PAGE_WIDTH, PAGE_HEIGHT] = [105, 148];

/** A page as it is printed, before a scanner has seen it. */
export interface Paper {
  readonly language: Language;
  /** Elements of SVG, in millimetres. */
  readonly drawn: string;
  /** All words that were drawn. */
  readonly text: string;
  /** How Tesseract finds lines (`--psm`): one block, or columns. */
  readonly layout: 4 | 6;
}

interface Pen {
  /** Of the letters, mm: 3.5 are 10 points. */
  readonly size?: number;
  readonly font?: string;
  readonly ink?: string;
  readonly more?: string;
}

/** Collects what is drawn, and the words of it. */
class Sheet {
  readonly random: Random;
  readonly language: Language;
  private drawn = '';
  private text = '';

  constructor(random: Random, language: Language = 'eng') {
    this.random = random;
    this.language = language;
  }

  write(text: string, x: number, y: number, pen: Pen = {}): void {
    this.draw(text, x, y, pen);
    this.say(text);
  }

  /** Draws what is no word. */
  draw(text: string, x: number, y: number, pen: Pen = {}): void {
    const { size = 3.4, font = 'Liberation Serif', ink = '#141210', more = '' } = pen;
    const look = `font-family="${font}" font-size="${size}" fill="${ink}" ${more}`;
    this.add(`<text x="${x}" y="${y}" ${look}>${text}</text>`);
  }

  /** Words that were drawn by parts. */
  say(text: string): void {
    this.text += `${text}\n`;
  }

  /** Lines of text under each other. */
  lines(count: number, letters: number, top: number, { left = 10, step = 5.4, ...pen }: Block = {}): void {
    for (let line = 0; line < count; line++)
      this.write(lineOf(this.language, letters, this.random), left, top + line * step, pen);
  }

  add(element: string): void {
    this.drawn += element;
  }

  rule(x1: number, y1: number, x2: number, y2: number, width = 0.12): void {
    this.add(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#141210" stroke-width="${width}"/>`);
  }

  paper(layout: Paper['layout'] = 6): Paper {
    return { language: this.language, drawn: this.drawn, text: this.text, layout };
  }
}

interface Block extends Pen {
  readonly left?: number;
  readonly step?: number;
}

const SANS = 'Liberation Sans';

/** Every kind of page, drawn by chance. */
export const PAPERS: Readonly<Record<string, (random: Random) => Paper>> = {
  letter: (random) => prose(random, 'eng', {}),
  accents: (random) => prose(random, 'fra', { font: 'Liberation Serif' }),
  typewriter,
  invoice,
  coupon,
  table,
  handwriting: (random) => prose(random, 'eng', { font: 'Z003', size: 4.6, step: 6.4, ink: '#2a3a8c' }, 38),
  music,
  chinese: (random) => prose(random, 'chi_sim', { font: 'WenQuanYi Micro Hei', size: 3.6 }, 20),
  arabic: (random) =>
    prose(random, 'ara', { font: 'DejaVu Sans', left: 95, more: 'direction="rtl"', step: 6 }, 36),
  devanagari: (random) => prose(random, 'hin', { font: 'Lohit Devanagari', size: 3.8, step: 6 }, 34),
  newspaper,
  stamp,
  blueprint,
  confusion,
};

function prose(random: Random, language: Language, block: Block, letters = 46): Paper {
  const sheet = new Sheet(random, language);
  const { step = 5.4 } = block;
  sheet.lines(Math.floor(124 / step), letters, 14, block);
  return sheet.paper();
}

/** Each three letters are struck with their own strength. */
function typewriter(random: Random): Paper {
  const sheet = new Sheet(random);
  for (let line = 0; line < 22; line++) {
    const text = lineOf('eng', 30, random);
    for (let at = 0; at < text.length; at += 3) {
      const y = 14 + line * 5.6 + random.between(-0.1, 0.1);
      const more = `font-weight="bold" xml:space="preserve" opacity="${random.between(0.62, 1)}"`;
      sheet.draw(text.slice(at, at + 3), 10 + at * 2.1, y, { font: 'Nimbus Mono PS', size: 3.5, more });
    }
    sheet.say(text);
  }
  return sheet.paper();
}

function invoice(random: Random): Paper {
  const sheet = new Sheet(random);
  sheet.write('Invoice', 10, 16, { size: 7, font: SANS, ink: '#1a4a8a' });
  sheet.write(`Number ${10_000 + random.below(80_000)}`, 66, 16, { font: SANS });
  sheet.add('<rect x="10" y="22" width="85" height="7" fill="#dbe6f4"/>');
  sheet.write('Item', 12, 26.8, { font: SANS });
  sheet.write('Amount', 76, 26.8, { font: SANS });
  for (let row = 0; row < 16; row++) {
    const y = 34 + row * 6;
    sheet.write(lineOf('eng', 22, random), 12, y, { font: SANS, size: 2.9 });
    sheet.write(amount(random), 78, y, { font: SANS, size: 2.9 });
    sheet.rule(10, y + 2, 95, y + 2, 0.1);
  }
  sheet.write(`Total ${amount(random)}`, 66, 138, { font: SANS, size: 4.4, ink: '#b01818' });
  return sheet.paper();
}

function coupon(random: Random): Paper {
  const sheet = new Sheet(random);
  for (let part = 0; part < 3; part++) {
    const y = 10 + part * 45;
    sheet.add(
      `<rect x="10" y="${y}" width="85" height="38" fill="#fdf3d0" stroke="#c03020" stroke-width="0.4" stroke-dasharray="1.6 1"/>`,
    );
    sheet.write('SAVE', 14, y + 12, { size: 8, font: SANS, ink: '#c03020' });
    sheet.write(amount(random), 50, y + 12, { size: 8, font: SANS, ink: '#106a3a' });
    sheet.lines(3, 40, y + 20, { left: 14, step: 4.6, size: 2.6, font: SANS });
    for (let bar = 0; bar < 34; bar++)
      sheet.add(
        `<path d="M${14 + bar} ${y + 32}v5" stroke="#000" stroke-width="${random.one([0.2, 0.4, 0.6])}"/>`,
      );
  }
  return sheet.paper();
}

/** Decimals and minus signs between thin rules. */
function table(random: Random): Paper {
  const sheet = new Sheet(random);
  for (let row = 0; row <= 20; row++) sheet.rule(8, 12 + row * 6, 98, 12 + row * 6, 0.1);
  for (let column = 0; column <= 5; column++) sheet.rule(8 + column * 18, 12, 8 + column * 18, 132, 0.1);
  for (let row = 0; row < 20; row++) {
    sheet.write(lineOf('eng', 3, random).slice(0, 7), 9.5, 16.4 + row * 6, { size: 2.8, font: SANS });
    for (let column = 1; column < 5; column++)
      sheet.write(amount(random), 10 + column * 18, 16.4 + row * 6, { size: 2.8, font: SANS });
  }
  return sheet.paper(4);
}

function music(random: Random): Paper {
  const sheet = new Sheet(random);
  for (let staff = 0; staff < 6; staff++) {
    const y = 12 + staff * 22;
    for (let line = 0; line < 5; line++) sheet.rule(8, y + line * 1.8, 97, y + line * 1.8, 0.14);
    for (let note = 0; note < 14; note++) {
      const [x, at] = [14 + note * 6, y + random.below(9) * 0.9];
      sheet.add(`<ellipse cx="${x}" cy="${at}" rx="1.15" ry="0.8" transform="rotate(-20 ${x} ${at})"/>`);
      sheet.rule(x + 1.05, at, x + 1.05, at - 6, 0.16);
      if (random.chance(0.2)) sheet.add(`<circle cx="${x + 2.2}" cy="${at}" r="0.28"/>`);
    }
    sheet.lines(1, 40, y + 14.5, { left: 12 });
  }
  return sheet.paper(4);
}

/** Two columns around a screened picture. */
function newspaper(random: Random): Paper {
  const sheet = new Sheet(random);
  sheet.write('The Daily Village Letter', 10, 15, { size: 7.4 });
  sheet.rule(8, 18, 97, 18, 0.3);
  for (let row = 0; row < 50; row++)
    for (let column = 0; column < 75; column++) {
      const tone = 0.5 + 0.45 * Math.sin(column / 9) * Math.cos(row / 7);
      sheet.add(`<circle cx="${10 + column * 0.56}" cy="${22 + row * 0.56}" r="${0.08 + 0.26 * tone}"/>`);
    }
  sheet.lines(22, 23, 55, { step: 4, size: 2.7 });
  sheet.lines(30, 23, 23, { step: 4, size: 2.7, left: 55 });
  return sheet.paper(4);
}

/** A stamp over the text. */
function stamp(random: Random): Paper {
  const sheet = new Sheet(random);
  sheet.lines(22, 46, 14);
  const colour = random.one(['#c02030', '#3040b0']);
  const [x, y, turn] = [random.between(35, 70), random.between(40, 110), random.between(-30, 30)];
  sheet.add(
    `<g transform="rotate(${turn} ${x} ${y})" opacity="0.6" fill="none" stroke="${colour}"><ellipse cx="${x}" cy="${y}" rx="24" ry="11" stroke-width="1"/><text x="${x}" y="${y + 2.4}" text-anchor="middle" font-family="${SANS}" font-size="7" fill="${colour}" stroke="none">RECEIVED</text></g>`,
  );
  return sheet.paper();
}

/** White lines on blue: no ink on paper. */
function blueprint(random: Random): Paper {
  const sheet = new Sheet(random);
  sheet.add(`<rect width="${PAGE_WIDTH}" height="${PAGE_HEIGHT}" fill="#1f3f86"/>`);
  sheet.lines(10, 40, 20, { ink: '#e8eefc', font: SANS, step: 11 });
  for (let line = 0; line < 10; line++)
    sheet.add(`<path d="M10 ${24 + line * 11}H95" stroke="#e8eefc" stroke-width="0.2"/>`);
  return sheet.paper();
}

/** Signs that are nearly alike, of which Tesseract knows the digits. */
function confusion(random: Random): Paper {
  const sheet = new Sheet(random);
  for (let line = 0; line < 20; line++) {
    const pen = { size: 3, font: line % 4 < 2 ? SANS : 'Liberation Serif' };
    const groups = Array.from({ length: 8 }, () =>
      Array.from({ length: 5 }, () => random.one([...(line % 2 === 0 ? '6839052471' : 'ceolI1ij.,')])).join(
        '',
      ),
    );
    if (line % 2 === 0) sheet.write(groups.join(' '), 10, 14 + line * 6, pen);
    else sheet.draw(groups.join(' '), 10, 14 + line * 6, pen);
  }
  return sheet.paper();
}
