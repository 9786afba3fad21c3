import { isHttpAddress } from '../project/mediaAddress.ts';

/**
 * Returns the name of a file without folder and extension: "clip" for "/uploads/1/clip.mp4?x=1". '' if nothing remains.
 */
export function stemOf(address: string): string {
  const isLink = isHttpAddress(address) || address.startsWith('/api/');
  const path = (isLink ? (address.split(/[?#]/, 1)[0] ?? '') : address).replace(/\/+$/, '');
  const last = path.split('/').at(-1) ?? '';
  return (isLink ? decoded(last) : last).replace(/(?<=.)\.\w{1,5}$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
