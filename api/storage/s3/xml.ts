const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What stands in all elements of a name, in order; S3's answers have no attributes that matter. */
export function elementsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'));
  return [...found].map((match) => match[1] ?? '');
}

/** The text of the first element of a name; '' where there is none. */
export function textOf(xml: string, name: string): string {
  const [text = ''] = elementsOf(xml, name);
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, named) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    return code === undefined ? (entities[named] ?? whole) : String.fromCodePoint(code);
  });
}
