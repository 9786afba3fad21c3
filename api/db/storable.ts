/** Text as PostgreSQL can keep it: without zero characters, and with U+FFFD for halves of characters, which is how they are painted. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** JSON of a value as PostgreSQL can keep it: its texts and the names of its fields are made storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'string') return storableText(item);
    if (typeof item !== 'object' || item === null || Object.keys(item).every((key) => storableText(key) === key))
      return item;
    return Object.fromEntries(Object.entries(item).map(([key, field]) => [storableText(key), field]));
  });
}
