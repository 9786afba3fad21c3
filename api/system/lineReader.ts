/**
 * Cuts a stream of text into its lines.
 * @param most characters of a line; of a longer one nothing is remembered, and `onTooLong` is called. Default: any number.
 */
export function lineReader(
  onLine: (line: string) => void,
  { most = Number.POSITIVE_INFINITY, onTooLong }: { most?: number; onTooLong?: () => void } = {},
): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    if (rest.length <= most) return;
    rest = '';
    onTooLong?.();
  };
}
