import { messages } from '../../engine/project/messages.ts';

/** Describes the upload progress of a project's media. @param share 0 to 1; undefined before the upload starts. */
export function sendingWords(share: number | undefined): string {
  if (share === undefined) return messages.uploadBegins;
  return messages.uploadPercent.replace('{n}', String(Math.floor(share * 100)));
}
