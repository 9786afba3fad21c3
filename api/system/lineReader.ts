/**
 * Splits a stream of text into lines.
 * @param most characters per line; longer ones are dropped and `onTooLong` is called. Default: unlimited.
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
