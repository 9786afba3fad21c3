/**
 * An argument as a POSIX shell reads it. What a terminal would obey when it is pasted (escape sequences and the like)
 * comes by way of printf; lines and tabs stand as they are.
 */
export function shellQuoted(text: string): string {
  // An equals sign at the beginning, as in "=ls", is a command's path to zsh.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  const parts = text.split(/((?![\n\t])\p{Cc})/u).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  return parts.map((part) => (/^(?![\n\t])\p{Cc}$/u.test(part) ? printed(part) : literal(part))).join('');
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A control character, byte by byte in octal. */
function printed(char: string): string {
  const point = char.charCodeAt(0);
  // Those from 0x80 on have two bytes of UTF-8 (RFC 3629 §3).
  const bytes = point < 0x80 ? [point] : [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
  return `"$(printf '${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`;
}

/** A file's name as an argument: one that begins like an option is told from it. */
export function shellPath(name: string): string {
  return shellQuoted(name.startsWith('-') ? `./${name}` : name);
}
