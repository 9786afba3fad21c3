import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod';

const packages = createRequire(import.meta.url);

/** Reads a JSON file of an installed package. @param file its path in the package; '' for the package's entry. */
export async function readPackage<S extends z.ZodType>(name: string, file: string, schema: S): Promise<z.infer<S>> {
  return schema.parse(JSON.parse(await readFile(packages.resolve(file ? `${name}/${file}` : name), 'utf8')), {
    jitless: true,
  });
}

const box = {
  left: z.number().optional(),
  top: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
};
const turned = { hFlip: z.boolean().optional(), vFlip: z.boolean().optional(), hidden: z.boolean().optional() };
const icon = z.object({ body: z.string(), ...box, ...turned });
const iconSetFile = z.object({
  icons: z.record(z.string(), icon),
  aliases: z.record(z.string(), z.object({ parent: z.string(), ...turned })).default({}),
  ...box,
});

/** A set of drawings in Iconify's format. */
export interface IconSet {
  names: readonly string[];
  /** Other names of drawings. */
  aliases: readonly { name: string; of: string }[];
  /** Returns a drawing as SVG with a side length in pixels; undefined if the name is unknown. */
  svg(name: string, side: number): string | undefined;
}

/** Reads an installed set. @param name of its package. */
export async function readIconSet(name: string): Promise<IconSet> {
  const set = await readPackage(name, 'icons.json', iconSetFile);
  const isShown = (one: { hidden?: boolean | undefined } | undefined) => one !== undefined && !one.hidden;
  const own = <T>(record: Record<string, T>, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined);
  const mirrored = Object.keys(set.aliases).filter((key) => {
    const { parent, hFlip, vFlip, hidden } = set.aliases[key] as {
      parent: string;
      hFlip?: boolean;
      vFlip?: boolean;
      hidden?: boolean;
    };
    return (hFlip || vFlip) && !hidden && isShown(own(set.icons, parent));
  });
  return {
    names: [...Object.keys(set.icons).filter((key) => isShown(set.icons[key])), ...mirrored],
    aliases: Object.entries(set.aliases).map(([alias, { parent }]) => ({ name: alias, of: parent })),
    svg(key, side) {
      const alias = own(set.aliases, key);
      const drawing = own(set.icons, alias?.parent ?? key);
      if (!drawing || !isPlain(drawing.body)) return undefined;
      const { left = 0, top = 0, width = set.width ?? 16, height = set.height ?? 16 } = drawing;
      const flip = `${alias?.hFlip ? `translate(${2 * left + width} 0) scale(-1 1)` : ''}${alias?.vFlip ? `translate(0 ${2 * top + height}) scale(1 -1)` : ''}`;
      const body = flip ? `<g transform="${flip}">${drawing.body}</g>` : drawing.body;
      return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${side}" height="${side}" viewBox="${left} ${top} ${width} ${height}">${body.replaceAll('currentColor', '#000000')}</svg>`;
    },
  };
}

/** The painter opens any file that a drawing refers to, so only drawings without references are painted. */
function isPlain(body: string): boolean {
  const references = [...body.matchAll(/(?:href\s*=\s*["']?|url\(\s*["']?)([^"')\s>]*)/gi)].map(
    ([, target]) => target ?? '',
  );
  return (
    !/<(?:image|feImage|script|foreignObject|style|!)/i.test(body) &&
    references.every((target) => target.startsWith('#'))
  );
}
