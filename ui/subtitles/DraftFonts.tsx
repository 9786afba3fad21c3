import { FontList } from '../studio/fonts/FontList.tsx';
import { endStep, setField } from '../tools/drafts.ts';
import { fieldOf } from '../tools/formOf.ts';
import type { SheetProps } from './sheetProps.ts';

/** Font list for the subtitles of a draft. */
export function DraftFonts({ tool, draft }: SheetProps) {
  return (
    <FontList
      value={String(draft.settings.font ?? fieldOf(tool, 'font')?.default ?? 'Arial')}
      onChoose={(family) => {
        endStep();
        setField(tool, 'font', family);
        endStep();
      }}
    />
  );
}
