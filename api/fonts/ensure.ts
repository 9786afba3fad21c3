import { kindOf } from '../../engine/kinds/index.ts';
import { findFont } from '../../engine/painters/fontsTable.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { fontStoreOf } from './store.ts';

/**
 * Makes sure that the fonts of some layers are there before they are painted, fetching what must be fetched.
 * @param folder of fetched families; undefined: nothing is fetched.
 * @param signal ends the waiting, not the fetching, which others may wait for too.
 * @returns a sentence for each family that cannot be had; it is painted in Arial's letters. Never throws for a font.
 * @throws the signal's reason when aborted.
 */
export async function ensureFonts(
  layers: readonly Layer[],
  folder: string | undefined,
  signal?: AbortSignal,
): Promise<string[]> {
  const families = new Set(
    layers.flatMap((layer) =>
      kindOf(layer)
        .lettering(layer)
        .map(({ fontFamily }) => fontFamily),
    ),
  );
  const stopped = abortOf(signal);
  const looked = Promise.all(
    [...families].map(async (family) => ((await isToBeHad(family, folder)) ? [] : [missing(family)])),
  );
  return (await Promise.race([looked, stopped])).flat();
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  signal?.throwIfAborted();
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

async function isToBeHad(family: string, folder: string | undefined): Promise<boolean> {
  const font = findFont(family);
  if (font?.source !== 'further') return font !== undefined;
  if (folder === undefined) return false;
  return fontStoreOf(folder)
    .ensure(font.id)
    .then(
      () => true,
      () => false,
    );
}

function missing(family: string): string {
  const plain = family.replaceAll(/\p{Cc}/gu, '');
  const shown = plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
  return `The font "${shown}" is not available; Arial is used instead.`;
}
