import { type CataloguedTool, catalogue } from '../../tools/catalogue.data.ts';

/** Tools that do alike things. */
export interface ToolGroup {
  title: string;
  tools: readonly CataloguedTool[];
}

/** What people look for, and the ids of the tools that do it, the most wanted first. */
const order: readonly (readonly [title: string, ids: readonly string[]])[] = [
  ['Cut and time', ['trim', 'loop', 'speed', 'reverse']],
  ['Picture', ['resize', 'rotate', 'filter', 'watermark']],
  ['Words', ['meme', 'subtitles', 'text-video', 'thanks']],
  ['Sound', ['audio', 'audio-trim']],
  ['From pictures and clips', ['maker', 'slideshow', 'montage', 'stop-motion', 'image-video']],
  ['Format', ['convert']],
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
  const fits = ({ title, summary }: CataloguedTool, group: string) =>
    words.every((word) => `${title} ${summary} ${group}`.toLowerCase().includes(word));
  return groups
    .map(({ title, tools }) => ({ title, tools: tools.filter((tool) => fits(tool, title)) }))
    .filter(({ tools }) => tools.length > 0);
}
