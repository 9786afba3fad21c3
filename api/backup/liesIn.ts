import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../system/ifMissing.ts';
import { isBelow } from '../system/isBelow.ts';

/** Whether a path is a folder or inside it, after following links. @param place may be missing. */
export async function liesIn(place: string, folder: string): Promise<boolean> {
  return isBelow(await realOf(place), await realOf(folder));
}

async function realOf(place: string): Promise<string> {
  return realpath(place).catch(async (error: unknown) => {
    const above = path.dirname(place);
    if (!isMissing(error) || above === place) throw error;
    return path.join(await realOf(above), path.basename(place));
  });
}
