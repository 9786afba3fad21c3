import { cueTextKeys } from '../../subtitles/cueSheet.ts';
import { ShortcutGroups } from '../shortcuts/ShortcutGroups.tsx';
import { sheetGroups } from '../shortcuts/sheetGroups.ts';

/** Route shortcuts: every key that the Studio listens to. */
export default function Shortcuts() {
  return <ShortcutGroups groups={[...sheetGroups, ...cueTextKeys({ cuts: false })]} />;
}
