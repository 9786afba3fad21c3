import { ShortcutGroups } from '../../kit/ShortcutGroups.tsx';
import { cueTextKeys } from '../../subtitles/cueSheet.ts';
import { sheetGroups } from './sheetGroups.ts';

/** Route shortcuts: all keyboard shortcuts of the Studio. */
export function Shortcuts() {
  return <ShortcutGroups groups={[...sheetGroups, ...cueTextKeys({ cuts: false })]} />;
}
