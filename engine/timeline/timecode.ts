/**
 * A time as mm:ss.cc, hundredths rounded down: 65.43 is 01:05.43. From 100 minutes on the minutes have
 * more digits. @param seconds below 0 counts as 0.
 */
export function timecode(seconds: number): string {
  // A sum of lengths such as 2.9999999 means 3.
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-4));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/**
 * Reads a time as a person types it: seconds (12.5), minutes and seconds (1:02.5) or hours as well (1:02:03); a comma
 * counts as a point. What stands after a colon is below 60. @returns seconds; undefined for anything else.
 */
export function parseTimecode(text: string): number | undefined {
  const found = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{0,6})?|[.,]\d{1,6})$/.exec(text.trim());
  if (!found) return undefined;
  const [, hours, minutes, rest = ''] = found;
  const seconds = Number(rest.replace(',', '.'));
  if (minutes !== undefined && seconds >= 60) return undefined;
  if (hours !== undefined && Number(minutes) >= 60) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds;
}
