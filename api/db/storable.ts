/**
 * Makes text storable in PostgreSQL: removes NUL characters and replaces lone surrogates with U+FFFD, as they are
 * painted.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Serializes a value as JSON with storable strings and field names. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'string') return storableText(item);
    if (typeof item !== 'object' || item === null || Object.keys(item).every((key) => storableText(key) === key))
      return item;
    return Object.fromEntries(Object.entries(item).map(([key, field]) => [storableText(key), field]));
  });
}
