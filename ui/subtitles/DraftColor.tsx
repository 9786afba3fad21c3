import { useEffect } from 'react';
import { translucentBackground } from '../../engine/tools/subtitles.ts';
import { ColorPicker } from '../studio/controls/ColorPicker.tsx';
import { endStep, setField } from '../tools/drafts.ts';
import { fieldOf } from '../tools/formOf.ts';
import type { ColorField, SheetProps } from './sheetProps.ts';

/** Color picker for a subtitle color of a draft. */
export function DraftColor({ tool, draft, field }: SheetProps & { field: ColorField }) {
  useEffect(() => endStep, []);
  const value = String(draft.settings[field] ?? fieldOf(tool, field)?.default ?? '#ffffff');
  const isGround = field === 'background';
  const setDraftColor = (color: string) => setField(tool, field, isGround ? translucentBackground(color) : color);
  return (
    <>
      <ColorPicker value={value} onChange={setDraftColor} onEnd={endStep} clear={isGround && 'none'} />
      {isGround && <p className="soft small">Backgrounds are 60% opaque.</p>}
    </>
  );
}
