/** A tag of a page. */
export interface PageTag {
  /** In small letters; with a slash before it where the tag closes. */
  name: string;
  /** By names in small letters; the first of several of a name. */
  attributes: Readonly<Record<string, string>>;
}

/** So many tags are read, and so much of each, characters: no honest page needs more of those that are asked for. */
const MAX_TAGS = 5000;
const MAX_TAG_LENGTH = 8192;

const tagName = /\/?[a-z][a-z0-9]*/iy;
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/y;
/** Elements whose text is no markup. */
const raw = /^(script|style|title|textarea|xmp|iframe)$/;

/**
 * The tags of a page that have one of these names, in order. Anything can be read: what is no tag is passed over, in time
 * that grows as the page does.
 */
export function* tagsOf(page: string, names: readonly string[]): Generator<PageTag> {
  let count = 0;
  for (let at = page.indexOf('<'); at >= 0 && count < MAX_TAGS; at = page.indexOf('<', at)) {
    if (page.startsWith('<!--', at)) {
      at = after(page, '-->', at + 4);
      continue;
    }
    tagName.lastIndex = at + 1;
    const name = tagName.exec(page)?.[0].toLowerCase();
    at += 1 + (name?.length ?? 0);
    if (name === undefined) continue;
    if (raw.test(name)) at = after(page, `</${name}`, at);
    if (!names.includes(name.replace('/', ''))) continue;
    count += 1;
    const attributes = attributesOf(page.slice(at, at + MAX_TAG_LENGTH));
    yield { name, attributes };
  }
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  attribute.lastIndex = 0;
  for (let one = attribute.exec(text); one; one = attribute.exec(text)) {
    const [, name = '', double, single, bare] = one;
    found[name.toLowerCase()] ??= plain(double ?? single ?? bare ?? '');
  }
  return found;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The entities that addresses are written with. */
function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Where a text goes on behind another one, whatever their letters' case; its end where that does not come. */
function after(page: string, end: string, from: number): number {
  const found = new RegExp(end.replace(/[^\w<>/-]/g, ''), 'gi');
  found.lastIndex = from;
  return found.test(page) ? found.lastIndex : page.length;
}
