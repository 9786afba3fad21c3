import { PROJECT_LIMITS } from '../../../api/contract/project.ts';

/** Converts a data URL of `pictureText` back to an image. */
export function dataUrlToBlob(text: string): Blob {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(text) ?? [];
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
}

/** Converts a small image to a data URL; undefined if the server would reject its type or size. */
export async function imageToDataUrl(blob: Blob | undefined): Promise<string | undefined> {
  if (!blob || !/^image\/(jpeg|png|webp)$/.test(blob.type)) return undefined;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const picture = `data:${blob.type};base64,${btoa(text)}`;
  return picture.length <= PROJECT_LIMITS.picture ? picture : undefined;
}
