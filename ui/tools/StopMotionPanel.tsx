import { MIN_TRIM_SECONDS } from '../../engine/project/limits.ts';
import { pacesOf, stopMotionFits, stopMotionLength, stopMotionPictures } from '../../engine/tools/stopMotion.ts';
import { countInWords, lengthInWords } from '../components/words.ts';
import { secondsWords } from '../studio/controls/secondsWords.ts';
import { endStep, setFields } from './drafts.ts';
import { spanOf } from './SpanFields.tsx';
import { ToolField } from './ToolField.tsx';
import type { SidePanelProps } from './toolPanel.ts';

/** Sets how many frames are sampled and how long each is shown. If the result is too long, offers values that fit. */
export function StopMotionPanel({ tool, draft, refusalOf }: SidePanelProps) {
  const paces = pacesOf(draft.settings);
  const { start, end } = spanOf(draft.settings, ['startTime', 'endTime'], draft.sources[0]?.duration ?? 0);
  const span = end - start;
  const fits = paces && stopMotionFits(span, paces);
  const choose = (values: Readonly<Record<string, unknown>>) => {
    endStep();
    setFields(tool, values);
    endStep();
  };
  return (
    <div className="tool-loop">
      <div className="tool-fields">
        <ToolField {...{ tool, draft, refusalOf }} name="stopMotionClipRate" />
        <ToolField {...{ tool, draft, refusalOf }} name="stopMotionSpeed" />
      </div>
      <p className="tool-sum numbers" role="status">
        {paces &&
          `${countInWords(stopMotionPictures(span, paces), 'image')}, ${lengthInWords(stopMotionLength(span, paces))} in total`}
      </p>
      {fits && (
        <div className="tool-fits">
          {fits.speed !== undefined && (
            <button type="button" className="button plain" onClick={() => choose({ stopMotionSpeed: fits.speed })}>
              Set the speed to {fits.speed}
            </button>
          )}
          {fits.span >= MIN_TRIM_SECONDS && (
            <button
              type="button"
              className="button plain"
              onClick={() => choose({ startTime: start, endTime: start + fits.span })}
            >
              Keep {secondsWords(fits.span)} of the video
            </button>
          )}
        </div>
      )}
    </div>
  );
}
