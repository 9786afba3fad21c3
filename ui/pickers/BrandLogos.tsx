import { ImagePlus, X } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { proxy, ref } from 'valtio/vanilla';
import { checkUpload } from '../../api/contract/checkUpload.ts';
import { newId } from '../../engine/project/id.ts';
import { showError } from '../client/page/notices.ts';
import { listReader, notifyTabs } from '../client/page/otherTabs.ts';
import { own } from '../client/page/t.ts';
import type { Unproxied } from '../client/page/unproxied.ts';
import { openDatabase, type StoredLogo } from '../client/store/database.ts';
import { blobOfStored, storable } from '../client/store/storedBlob.ts';
import { PickFiles } from '../media/PickFiles.tsx';
import './pickers.css';

/** Brand logos to choose from, with a button that adds more. @param props.onChoose receives the file. */
export function BrandLogos({ onChoose }: { onChoose: (file: File) => void }) {
  const { list } = useSnapshot(brandLogos);
  useEffect(() => void readLogos(), []);
  return (
    <section className="brand-logos" aria-label="Your logos">
      <ul>
        {list.map(({ id, name, file, address }) => (
          <li key={id}>
            <button type="button" className="card row brand-logo" title={name} onClick={() => onChoose(file)}>
              <img src={address} alt={name} draggable={false} />
            </button>
            <button
              type="button"
              className="center brand-logo-remove"
              aria-label={`Remove the logo ${own(name)}`}
              title="Remove"
              onClick={() => void removeLogo(id)}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
        <li>
          <PickFiles
            className="card row brand-logo is-new"
            label="Logos"
            accept="image/*"
            onFiles={(files) => void addLogos(files)}
          >
            <ImagePlus aria-hidden="true" />
            {list.length > 0 ? <span className="unseen">Add a logo</span> : 'Add your logo'}
          </PickFiles>
        </li>
      </ul>
    </section>
  );
}

/** Maximum number of brand logos. */
const MAX_LOGOS = 24;

/** A logo for display. */
interface Logo {
  id: string;
  name: string;
  file: Unproxied<File>;
  /** Object URL. */
  address: string;
}

/** Brand logos, oldest first; stored in this browser. */
export const brandLogos = proxy({ list: [] as Logo[] });

/** Reads the stored logos on first call, and again whenever they changed elsewhere. */
export const readLogos = listReader('logos', loadLogos);

async function loadLogos(): Promise<void> {
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
  const dropFromList = () => {
    const at = brandLogos.list.findIndex((logo) => logo.id === id);
    const [gone] = at < 0 ? [] : brandLogos.list.splice(at, 1);
    if (gone) URL.revokeObjectURL(gone.address);
  };
  dropFromList();
  await (await openDatabase())?.delete('logos', id).catch(() => undefined);
  // A concurrent read may have added it again.
  dropFromList();
  notifyTabs('logos');
}

function logoOf({ id, name, type, blob }: StoredLogo): Logo {
  const file = ref(new File([blobOfStored(blob)], name, { type }));
  return { id, name, file, address: URL.createObjectURL(file) };
}
