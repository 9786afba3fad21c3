import { type Drawings, drawnSource } from './drawnSource.ts';
import { readIconSet } from './iconSet.ts';
import { createWordIndex } from './wordIndex.ts';

/** Line icons as images, found by name. */
export const iconSource = () => drawnSource('icons', 'Icons', readIcons);

async function readIcons(): Promise<Drawings> {
  const set = await readIconSet('@iconify-json/lucide');
  const index = createWordIndex();
  const itemOf = new Map(set.names.map((name, item) => [name, item]));
  for (const [name, item] of itemOf) index.add(item, name.replaceAll('-', ' '), 3);
  for (const { name, of } of set.aliases) {
    const item = itemOf.get(of);
    if (item !== undefined) index.add(item, name.replaceAll('-', ' '), 2);
  }
  return {
    set,
    names: set.names,
    find: (query) => index.search(query).items.map((item) => set.names[item] as string),
    titleOf: (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' '),
    credit: {
      creator: 'Lucide Contributors',
      license: 'ISC',
      licenseUrl: 'https://github.com/lucide-icons/lucide/blob/main/LICENSE',
      source: 'https://lucide.dev',
    },
  };
}
