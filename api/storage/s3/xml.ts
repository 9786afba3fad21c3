const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the contents of all elements with a name, in order. Attributes are ignored; S3 uses none that matter. */
export function elementsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'));
  return [...found].map((match) => match[1] ?? '');
}

/** Returns the text of the first element with a name; '' if there is none. */
export function textOf(xml: string, name: string): string {
  const [text = ''] = elementsOf(xml, name);
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, named) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    return code === undefined ? (entities[named] ?? whole) : String.fromCodePoint(code);
  });
}
