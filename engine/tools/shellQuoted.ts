/**
 * Quotes an argument for a POSIX shell. Control characters, which a terminal would obey when pasted, are written with
 * printf; line breaks and tabs stay.
 */
export function shellQuoted(text: string): string {
  // zsh expands a leading equals sign, as in "=ls", to a command's path.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  const parts = text.split(/((?![\n\t])\p{Cc})/u).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  return parts.map((part) => (/^(?![\n\t])\p{Cc}$/u.test(part) ? printed(part) : literal(part))).join('');
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a control character as octal bytes. */
function printed(char: string): string {
  const point = char.charCodeAt(0);
  // Characters from 0x80 on have two bytes in UTF-8 (RFC 3629 §3).
  const bytes = point < 0x80 ? [point] : [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
  return `"$(printf '${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`;
}

/** Quotes a file name; prefixes one that begins with a dash, so that it is not read as an option. */
export function shellPath(name: string): string {
  return shellQuoted(name.startsWith('-') ? `./${name}` : name);
}
