/** A length as a person reads it: hundredths at most, such as "2.5 s". */
export function secondsWords(seconds: number): string {
  return `${Math.round(seconds * 100) / 100} s`;
}
