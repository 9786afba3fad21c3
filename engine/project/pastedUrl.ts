import { MAX_URL_LENGTH } from './limits.ts';
import { isHttpAddress } from './mediaAddress.ts';

/** How much of a pasted address is shown, characters. */
const SHOWN = 50;

/**
 * A pasted address as it is asked for: trimmed, and without what follows the first .jpeg, .jpg, .png, .gif or .mp4 of its
 * path; a host that happens to have such a name, as www.pngs.example, stays whole. Without a scheme it is taken for https.
 * @returns undefined for what is no web address, or longer than 2000 characters: that is passed over in silence.
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

/** Whether a text is one web address and nothing else, as when somebody pastes a link. */
export function isWebAddress(text: string): boolean {
  return isHttpAddress(text.trimStart()) && cutPastedUrl(text) !== undefined;
}

/** What is said of a pasted address that cannot be used. @param reason a sentence. */
export function pastedUrlFailed(url: string, reason: string): string {
  const shown = url.length > SHOWN ? `${url.slice(0, SHOWN)}...` : url;
  return `Sorry, that pasted URL (${shown}) didn't work. ${reason}`;
}

/** What is said of a format that is no single file, such as a playlist. */
export function formatUnsupported(mime: string): string {
  return `Format ${mime} currently unsupported.`;
}
