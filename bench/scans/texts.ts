import type { Random } from '../random.ts';

/** Languages of Tesseract, each with words to draw: with dots, accents and marks that must not be lost. */
const WORDS = {
  eng: `the of and a to in is his with it jump quickly filling bill tally mill village civil until critical silence little
    minimum million initial island letter address quarter following business opinion similar judge just subject major injury
    coffee offer office affair object circle receive science ocean concert accent circus second commerce column volume`,
  fra: `où déjà été élève façade garçon maïs naïf Noël forêt août île sûr tâche théâtre hôpital problème règle colère première
    qualité général société système réponse à même être très après français leçon reçu deçà croître pâte côté intérêt`,
  ara: `بيت كتاب شمس مدينة نافذة جديد خبز تفاح ثلاثة يوم شهر سنة طريق قلم باب جامعة مكتبة صديق قهوة شاي نهر جبل بحر زيت
    ضوء ظل غرفة فندق حقيبة ينتظر تحت فوق بين شركة تجارة`,
  hin: `किताब पानी घर स्कूल दिन रात सूरज चाँद नदी पहाड़ शहर गाँव मित्र भाषा हिन्दी भारत दुकान बाज़ार समय काम नाम जीवन शिक्षा
    विद्यार्थी प्रश्न उत्तर अच्छा बड़ा छोटा नया पुराना लाल`,
  chi_sim: `中国 北京 上海 学生 老师 学校 公司 电话 时间 今天 明天 昨天 朋友 工作 生活 经济 发展 社会 问题 国家 人民 政府 城市
    农村 历史 文化 科学 技术 教育 音乐 电影 天气 春天 太阳 月亮 森林 海洋`,
} as const;

export type Language = keyof typeof WORDS;

/** A line of about so many letters, one word in nine a number. */
export function lineOf(language: Language, letters: number, random: Random): string {
  const words = WORDS[language].split(/\s+/);
  const gap = language === 'chi_sim' ? '' : ' ';
  let line = '';
  while (line.length < letters) line += (random.chance(1 / 9) ? amount(random) : random.one(words)) + gap;
  return line.trim();
}

/** An amount with a decimal point, sometimes below zero. */
export function amount(random: Random): string {
  const sign = random.chance(0.25) ? '-' : '';
  return `${sign}${random.below(900) + 10}.${10 + random.below(90)}`;
}

/** Words and numbers of a text by how often they stand in it; in Chinese each sign is a word. */
export function countWords(text: string): Map<string, number> {
  const plain = text.normalize('NFC').replace(/[‐‑‒–—−]/g, '-');
  const counts = new Map<string, number>();
  for (const [word] of plain.matchAll(
    /-?\d[\d.,:]*\d|\d|\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}])+/gu,
  ))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
