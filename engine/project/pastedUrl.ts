import { MAX_URL_LENGTH } from './limits.ts';
import { isHttpAddress } from './mediaAddress.ts';

/** Characters of a pasted URL that are shown. */
const SHOWN = 50;

/**
 * Normalizes a pasted URL: trims it and cuts its path after the first .jpeg, .jpg, .png, .gif or .mp4. A host that
 * contains such a name, as www.pngs.example, stays whole. Without a scheme, https is assumed.
 * @returns undefined for anything that is not a URL, or longer than 2000 characters; callers ignore it silently.
 */
export function cutPastedUrl(pasted: string): string | undefined {
  const text = pasted.trim();
  if (text === '' || text.length > MAX_URL_LENGTH || /\s/.test(text)) return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const [, host, path = ''] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(whole) ?? [];
  if (host === undefined) return undefined;
  const ending = /\.(?:jpeg|jpg|png|gif|mp4)/i.exec(path);
  return host + (ending ? path.slice(0, ending.index + ending[0].length) : path);
}

/** Returns whether a text is exactly one URL, such as a pasted link. */
export function isWebAddress(text: string): boolean {
  return isHttpAddress(text.trimStart()) && cutPastedUrl(text) !== undefined;
}

/** Message for a pasted URL that cannot be used. @param reason a sentence. */
export function pastedUrlFailed(url: string, reason: string): string {
  const shown = url.length > SHOWN ? `${url.slice(0, SHOWN)}...` : url;
  return `Sorry, that pasted URL (${shown}) didn't work. ${reason}`;
}

/** Message for a format that is not a single file, such as a playlist. */
export function formatUnsupported(mime: string): string {
  return `Format ${mime} currently unsupported.`;
}
