/** Value of a filter's option; undefined omits the option. Numbers are printed with at most six decimals. */
type Value = string | number | undefined;

/** Options of a filter by name. */
export type FilterOptions = Readonly<Record<string, Value>>;

/**
 * Prints a filter of ffmpeg: `filter('scale', 640, 360, { flags: 'bicubic' })` is `scale=640:360:flags=bicubic`. Quotes
 * and escapes values, such as expressions with commas.
 * @param args values by position, then options by name.
 */
export function filter(name: string, ...args: readonly (string | number | FilterOptions)[]): string {
  const printed = args.flatMap((arg) =>
    typeof arg === 'object'
      ? Object.entries(arg).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${printValue(value)}`]))
      : [printValue(arg)],
  );
  return printed.length === 0 ? name : `${name}=${printed.join(':')}`;
}

/**
 * A value is read twice: by the filter graph, which ends filters at commas, semicolons and brackets, then by the filter,
 * which ends values at colons (ffmpeg-filters, “Notes on filtergraph escaping”).
 */
function printValue(value: string | number): string {
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  const escaped = value.replace(/[\\':]/g, '\\$&');
  return /[(),;[\]\\'\s]/.test(escaped) ? `'${escaped.replaceAll("'", "'\\''")}'` : escaped;
}
