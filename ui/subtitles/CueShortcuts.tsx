import { ShortcutGroups } from '../studio/shortcuts/ShortcutGroups.tsx';
import { cueSheet } from './cueSheet.ts';

/** Every key that the page of subtitles listens to. */
export function CueShortcuts() {
  return <ShortcutGroups groups={cueSheet} />;
}
