import { Minus, Plus } from 'lucide-react';
import { stepValue } from '../../engine/edit/stepper.ts';
import { lengthInWords } from '../components/words.ts';
import { setField } from './drafts.ts';
import { spanOf } from './SpanFields.tsx';
import { ToolField } from './ToolField.tsx';
import type { SidePanelProps } from './toolPanel.ts';

const range = { min: 1, max: 10_000, step: 1 };

/** Sets the number of loops or the total length, and shows the resulting length. */
export function LoopPanel({ tool, draft, refusalOf }: SidePanelProps) {
  const { numLoops = 2, setDuration = 0 } = draft.settings;
  const { start, end } = spanOf(draft.settings, ['startTime', 'endTime'], draft.sources[0]?.duration ?? 0);
  const isSet = typeof setDuration === 'number' && setDuration > 0;
  const length = isSet ? setDuration : (end - start) * Number(numLoops);
  const step = (by: 1 | -1) => setField(tool, 'numLoops', stepValue(numLoops, by, range));
  const words = isSet
    ? `${lengthInWords(end - start)}, looped for ${lengthInWords(length)}`
    : `${numLoops} × ${lengthInWords(end - start)} = ${lengthInWords(length)}`;
  return (
    <div className="tool-loop">
      <div className="tool-loop-row">
        <ToolField {...{ tool, draft, refusalOf }} name="numLoops" />
        <button type="button" className="button plain icon" aria-label="Fewer loops" onClick={() => step(-1)}>
          <Minus aria-hidden="true" />
        </button>
        <button type="button" className="button plain icon" aria-label="More loops" onClick={() => step(1)}>
          <Plus aria-hidden="true" />
        </button>
      </div>
      <p className="tool-sum numbers" role="status">
        {Number.isFinite(length) ? words : ''}
      </p>
      <ToolField {...{ tool, draft, refusalOf }} name="setDuration" />
    </div>
  );
}
