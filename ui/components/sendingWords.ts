import { messages } from '../../engine/project/messages.ts';

/** How far the media of a project are on their way, in words. @param share 0 to 1; undefined while none are sent. */
export function sendingWords(share: number | undefined): string {
  if (share === undefined) return messages.uploadBegins;
  return messages.uploadPercent.replace('{n}', String(Math.floor(share * 100)));
}
