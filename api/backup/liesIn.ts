import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** Whether a place is a folder or below it, after links are followed. @param place need not be there. */
export async function liesIn(place: string, folder: string): Promise<boolean> {
  const [inner, outer] = [await realOf(place), await realOf(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}

async function realOf(place: string): Promise<string> {
  return realpath(place).catch(async (error: NodeJS.ErrnoException) => {
    const above = path.dirname(place);
    if (error.code !== 'ENOENT' || above === place) throw error;
    return path.join(await realOf(above), path.basename(place));
  });
}
