import { join } from 'node:path';
import { outputRecipes } from '../../api/renderer/print/outputs.ts';
import { createStemNamer } from '../uniqueStems.ts';

const extensions = new Map(Object.entries(outputRecipes).map(([ending, { mime }]) => [mime, `.${ending}`]));

/** Returns the file for a project's result. @param isTaken whether a path is already used or reserved. */
export type Namer = (file: string, mime: string | null, isTaken: (path: string) => boolean) => string;

/** Names the results of a batch after their project files. */
export function createNamer(files: readonly string[], folder: string): Namer {
  const stemOf = createStemNamer(files);
  return (file, mime, isTaken) => {
    const ending = extensions.get(mime ?? '') ?? '.bin';
    const pathOf = (stem: string) => join(folder, `${stem}${ending}`);
    return pathOf(stemOf(file, (stem) => isTaken(pathOf(stem))));
  };
}
