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
