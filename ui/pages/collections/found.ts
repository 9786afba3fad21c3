import { type Collection, collections } from './templates.ts';

/** Returns the templates whose description contains every word of a text, by theme. @param theme id; '' for all. */
export function findTemplates(text: string, theme: string): readonly Collection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return collections
    .filter(({ id }) => theme === '' || id === theme)
    .map((one) => ({
      ...one,
      templates: one.templates.filter(({ name, about, fields, width, height }) => {
        const searched = `${one.title} ${name} ${about} ${fields.join(' ')} ${ratioOf(width, height)}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ templates }) => templates.length > 0);
}

/** Returns the aspect ratio in lowest terms, such as "9:16". */
export function ratioOf(width: number, height: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const by = divisor(width, height);
  return `${width / by}:${height / by}`;
}
