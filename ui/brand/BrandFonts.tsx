import { Minus, Plus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { fontTypes } from '../../engine/project/fontFormat.ts';
import { PickFiles } from '../components/PickFiles.tsx';
import { addFont, brandFonts, removeFonts } from './brandFonts.ts';
import { facesOfOwn, familyTitle } from './fontFamilies.ts';
import './brandParts.css';

interface Props {
  /** Selected family. */
  value: string;
  /** Receives the last added font. */
  onChoose: (family: string) => void;
}

const accept = Object.keys(fontTypes)
  .map((ending) => `.${ending}`)
  .join(',');

/** Buttons that add font files to the list of fonts, and remove the selected family from it. */
export function BrandFonts({ value, onChoose }: Props) {
  const { list } = useSnapshot(brandFonts);
  const add = async (files: readonly File[]) => {
    let added: string | undefined;
    for (const file of files) added = (await addFont(file)) ?? added;
    if (added !== undefined) onChoose(added);
  };
  return (
    <div className="brand-fonts">
      <PickFiles className="brand-font-new" label="Font files" accept={accept} onFiles={(files) => void add(files)}>
        <Plus aria-hidden="true" />
        Add your font
      </PickFiles>
      {list.includes(value) && (
        <button
          type="button"
          className="text-button"
          title="Texts in this font stay unchanged."
          onClick={() => void removeFonts(facesOfOwn(value))}
        >
          <Minus aria-hidden="true" />
          Remove {familyTitle(value)}
        </button>
      )}
    </div>
  );
}
