import { PROJECT_LIMITS } from '../../../api/contract/project.ts';

/** A picture of which `pictureText` made a text. */
export function pictureBlob(text: string): Blob {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(text) ?? [];
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
}

/** A small picture as the server takes it; undefined where it is of another kind, or too large. */
export async function pictureText(blob: Blob | undefined): Promise<string | undefined> {
  if (!blob || !/^image\/(jpeg|png|webp)$/.test(blob.type)) return undefined;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const picture = `data:${blob.type};base64,${btoa(text)}`;
  return picture.length <= PROJECT_LIMITS.picture ? picture : undefined;
}
