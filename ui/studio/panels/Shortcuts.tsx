import { cueTextKeys } from '../../subtitles/cueSheet.ts';
import { ShortcutGroups } from '../shortcuts/ShortcutGroups.tsx';
import { sheetGroups } from '../shortcuts/sheetGroups.ts';

/** Route shortcuts: all keyboard shortcuts of the Studio. */
export default function Shortcuts() {
  return <ShortcutGroups groups={[...sheetGroups, ...cueTextKeys({ cuts: false })]} />;
}
