import { ImagePlus, X } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { PickFiles } from '../components/PickFiles.tsx';
import { addLogos, brandLogos, readLogos, removeLogo } from './logos.ts';
import './brandParts.css';
import { own } from '../texts/t.ts';

/** Brand logos to choose from, with a button that adds more. @param props.onChoose receives the file. */
export function BrandLogos({ onChoose }: { onChoose: (file: File) => void }) {
  const { list } = useSnapshot(brandLogos);
  useEffect(() => void readLogos(), []);
  return (
    <section className="brand-logos" aria-label="Your logos">
      <ul>
        {list.map(({ id, name, file, address }) => (
          <li key={id}>
            <button type="button" className="brand-logo" title={name} onClick={() => onChoose(file)}>
              <img src={address} alt={name} draggable={false} />
            </button>
            <button
              type="button"
              className="brand-logo-remove"
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
            className="brand-logo is-new"
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
