/** Text as PostgreSQL can keep it: without zero characters, and with U+FFFD for halves of characters, which is how they are painted. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** JSON of a value as PostgreSQL can keep it: its texts are made storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? storableText(item) : item));
}
