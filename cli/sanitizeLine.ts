/** Control characters, line separators, and marks that change the direction of text. */
const obeyed = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Sanitizes foreign text, such as a server's or a file's, for one line of a terminal. */
export function sanitizeLine(text: string): string {
  return text.replaceAll(obeyed, '\ufffd');
}

/** Sanitizes foreign text of several lines. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitizeLine).join('\n');
}
