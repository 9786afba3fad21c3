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
