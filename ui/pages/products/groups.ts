import { t } from '../../client/page/t.ts';
import { type CataloguedTool, catalogue } from '../../tools/catalogue.data.ts';
import { details } from '../../tools/details.data.ts';

/** Tools with a similar purpose. */
export interface ToolGroup {
  title: string;
  tools: readonly CataloguedTool[];
}

/** Group titles with tool ids, most popular first. */
const order: readonly (readonly [title: string, ids: readonly string[]])[] = [
  ['Cut, time and format', ['trim', 'loop', 'speed', 'reverse', 'convert']],
  ['Image', ['resize', 'rotate', 'filter', 'watermark', 'meme']],
  ['Words and sound', ['subtitles', 'text-video', 'thanks', 'audio', 'audio-trim']],
  ['From images and clips', ['maker', 'slideshow', 'montage', 'stop-motion', 'image-video']],
];

const grouped = new Set(order.flatMap(([, ids]) => ids));

/** Every tool by group; tools without a group come last, under "Others". */
export const groups: readonly ToolGroup[] = [
  ...order.map(([title, ids]) => ({ title, tools: ids.flatMap((id) => catalogue.filter((tool) => tool.id === id)) })),
  { title: 'Others', tools: catalogue.filter(({ id }) => !grouped.has(id)) },
].filter(({ tools }) => tools.length > 0);

/** Returns the tools whose title, summary or group contains every word of a text, by group. */
export function findTools(text: string): readonly ToolGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, title }: CataloguedTool, group: string) =>
    words.every((word) => `${t(title)} ${t(details[id]?.summary ?? '')} ${t(group)}`.toLowerCase().includes(word));
  return groups
    .map(({ title, tools }) => ({ title, tools: tools.filter((tool) => fits(tool, title)) }))
    .filter(({ tools }) => tools.length > 0);
}
