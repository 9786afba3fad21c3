import { ShortcutGroups } from '../studio/shortcuts/ShortcutGroups.tsx';
import { cueSheet } from './cueSheet.ts';

/** Keyboard shortcuts of the subtitle page. */
export function CueShortcuts() {
  return <ShortcutGroups groups={cueSheet} />;
}
