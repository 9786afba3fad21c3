/**
 * Formats a duration to the hundredth: "2.5 s" under a minute, "10:00.02" and "1:00:05" above. Hundredths are rounded
 * down, as in a timecode, so that both show the same digits.
 */
export function secondsWords(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-4));
  if (hundredths < 6000) return `${hundredths / 100} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(hundredths / 6000);
  const fraction = hundredths % 100 === 0 ? '' : `.${two(hundredths % 100)}`;
  const rest = `${two(Math.floor(hundredths / 100) % 60)}${fraction}`;
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
