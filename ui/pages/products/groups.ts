import { t } from '../../texts/t.ts';
import { type CataloguedTool, catalogue } from '../../tools/catalogue.data.ts';
import { details } from '../../tools/details.data.ts';

/** Tools that do alike things. */
export interface ToolGroup {
  title: string;
  tools: readonly CataloguedTool[];
}

/** What people look for, and the ids of the tools that do it, the most wanted first. */
const order: readonly (readonly [title: string, ids: readonly string[]])[] = [
  ['Cut, time and format', ['trim', 'loop', 'speed', 'reverse', 'convert']],
  ['Image', ['resize', 'rotate', 'filter', 'watermark', 'meme']],
  ['Words and sound', ['subtitles', 'text-video', 'thanks', 'audio', 'audio-trim']],
  ['From images and clips', ['maker', 'slideshow', 'montage', 'stop-motion', 'image-video']],
];

const grouped = new Set(order.flatMap(([, ids]) => ids));

/** Every tool, in groups; one that stands in none is among the others at the end. */
export const groups: readonly ToolGroup[] = [
  ...order.map(([title, ids]) => ({ title, tools: ids.flatMap((id) => catalogue.filter((tool) => tool.id === id)) })),
  { title: 'Others', tools: catalogue.filter(({ id }) => !grouped.has(id)) },
].filter(({ tools }) => tools.length > 0);

/** What of the groups has every word of a text in its title or summary. @param text as it was written. */
export function findTools(text: string): readonly ToolGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, title }: CataloguedTool, group: string) =>
    words.every((word) => `${t(title)} ${t(details[id]?.summary ?? '')} ${t(group)}`.toLowerCase().includes(word));
  return groups
    .map(({ title, tools }) => ({ title, tools: tools.filter((tool) => fits(tool, title)) }))
    .filter(({ tools }) => tools.length > 0);
}
