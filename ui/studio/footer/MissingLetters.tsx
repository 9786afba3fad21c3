import { useSyncExternalStore } from 'react';
import { lettersWithout, watchFonts } from '../../../engine/browser/loadFonts.ts';
import { missingFontNote } from '../../../engine/painters/noFontFor.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { FooterGroup } from './FooterBar.tsx';

/** Warns about characters that no available font has. This browser may show them, but the render will not. */
export function MissingLetters({ layer }: { layer: TextLayer }) {
  const letters = useSyncExternalStore(watchFonts, () => lettersWithout(layer).join(''));
  if (letters === '') return null;
  return (
    <FooterGroup>
      <p className="footer-note" role="status">
        {missingFontNote([...letters])}
      </p>
    </FooterGroup>
  );
}
