import { proxy, ref } from 'valtio/vanilla';
import { newId } from '../../engine/project/id.ts';
import { checkUpload } from '../media/checkUpload.ts';
import { openDatabase, type StoredLogo } from '../state/database.ts';
import { listReader } from '../state/listReader.ts';
import { showError } from '../state/notices.ts';
import { notifyTabs } from '../state/otherTabs.ts';
import { blobOfStored, storable } from '../state/storedBlob.ts';
import type { Unproxied } from '../state/unproxied.ts';

/** Maximum number of brand logos. */
const MAX_LOGOS = 24;

/** A logo for display. */
export interface Logo {
  id: string;
  name: string;
  file: Unproxied<File>;
  /** Object URL. */
  address: string;
}

/** Brand logos, oldest first; stored in this browser. */
export const brandLogos = proxy({ list: [] as Logo[] });

/** Reads the stored logos on first call, and again whenever they changed elsewhere. */
export const readLogos = listReader('logos', read);

async function read(): Promise<void> {
  const before = new Set(brandLogos.list.map(({ id }) => id));
  const stored = await (await openDatabase())?.getAll('logos').catch(() => undefined);
  if (!stored) return;
  const ids = new Set(stored.map(({ id }) => id));
  const shown = new Map(brandLogos.list.map((logo) => [logo.id, logo]));
  // Logos added meanwhile may not have been stored when the list was read.
  const since = [...shown.values()].filter(({ id }) => !before.has(id) && !ids.has(id));
  const list = stored.sort((a, b) => a.addedAt - b.addedAt).map((one) => shown.get(one.id) ?? logoOf(one));
  for (const { id, address } of shown.values()) if (before.has(id) && !ids.has(id)) URL.revokeObjectURL(address);
  brandLogos.list = [...list, ...since];
}

/** Adds images as logos; reports invalid files. */
export async function addLogos(files: readonly File[]): Promise<void> {
  await readLogos();
  for (const file of files) {
    const wrong = checkUpload(file, { imagesOnly: true });
    if (wrong !== undefined) showError(wrong);
    else if (brandLogos.list.length >= MAX_LOGOS) showError(`A brand can have at most ${MAX_LOGOS} logos.`);
    else await add(file);
  }
}

async function add(file: File): Promise<void> {
  const logo: StoredLogo = { id: newId(), name: file.name, type: file.type, blob: file, addedAt: Date.now() };
  const database = await openDatabase();
  // Without storage, the logo lasts as long as the page.
  const storeLogo = async () => database?.put('logos', { ...logo, blob: await storable(database, file) });
  await storeLogo().catch(() => undefined);
  brandLogos.list.push(logoOf(logo));
  notifyTabs('logos');
}

/** Removes a logo. Layers that use it stay unchanged. */
export async function removeLogo(id: string): Promise<void> {
  const takeOut = () => {
    const at = brandLogos.list.findIndex((logo) => logo.id === id);
    const [gone] = at < 0 ? [] : brandLogos.list.splice(at, 1);
    if (gone) URL.revokeObjectURL(gone.address);
  };
  takeOut();
  await (await openDatabase())?.delete('logos', id).catch(() => undefined);
  // A concurrent read may have added it again.
  takeOut();
  notifyTabs('logos');
}

function logoOf({ id, name, type, blob }: StoredLogo): Logo {
  const file = ref(new File([blobOfStored(blob)], name, { type }));
  return { id, name, file, address: URL.createObjectURL(file) };
}
