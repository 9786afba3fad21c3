import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { fontNews, lettersWithout, watchFonts } from '../../engine/browser/loadFonts.ts';
import { missingFontNote } from '../../engine/painters/noFontFor.ts';
import { subtitlesRegion } from '../../engine/painters/subtitlesRegion.ts';
import type { Lettering } from '../../engine/project/layers.ts';
import type { Cue } from '../../engine/project/subtitles.ts';

/** Inline note that a font is loading; until then, its characters are drawn as boxes. */
export function FontsLoading() {
  const { families } = useSyncExternalStore(watchFonts, fontNews);
  return [...families.values()].includes('loading') ? ' Loading font …' : null;
}

/** Lists characters of the cues that no font covers. The browser may display them, but a render will not. */
export function LettersNote({ cues }: { cues: readonly Cue[] }) {
  const settled = useDeferredValue(cues);
  const lettering = useMemo<Lettering>(() => {
    const text = [...new Set(settled.map((cue) => cue.text).join(''))].join('');
    const region = subtitlesRegion({ cues: settled });
    return { text, region, fontFamily: 'Arial', fontWeight: 'normal', fontStyle: 'normal' };
  }, [settled]);
  const letters = useSyncExternalStore(watchFonts, () => lettersWithout(lettering).join(''));
  if (letters === '') return null;
  return (
    <p className="cue-letters small" role="status">
      {missingFontNote([...letters])}
    </p>
  );
}
