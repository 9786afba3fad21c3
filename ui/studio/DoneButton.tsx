import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusTarget } from '../app/focus.ts';
import { outputInWords } from './export/outputWords.ts';
import { soonPart } from './parts.ts';
import { hasContent, studio } from './state/studio.ts';
import { submission } from './state/submission.ts';
import { submit } from './state/submit.ts';

const ExportMenu = soonPart((soon) => soon.ExportMenu);
const SubmitProgress = soonPart((soon) => soon.SubmitProgress);

/**
 * The DONE button: submits the project. Reads "Loading ..." while submitting, with upload progress below it. A menu
 * next to it offers other exports.
 */
export function DoneButton() {
  const { project, showCanvas } = useSnapshot(studio);
  const { step } = useSnapshot(submission);
  const [isOpened, setOpened] = useState(false);
  const busy = step !== 'idle';
  const disabled = !hasContent(project, showCanvas);
  return (
    <div className="done">
      {!disabled && !busy && <span className="done-output soft small">{outputInWords(project)}</span>}
      <button
        ref={focusTarget('done')}
        type="button"
        className="button primary"
        disabled={disabled}
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => void submit()}
      >
        {busy ? 'Loading ...' : 'DONE'}
      </button>
      <button
        type="button"
        className="button primary icon"
        aria-label="More export options"
        title="More export options"
        disabled={disabled || busy}
        popoverTarget="done-ways"
        onPointerEnter={() => void ExportMenu.fetch()}
        onFocus={() => void ExportMenu.fetch()}
        onClick={() => setOpened(true)}
      >
        <ChevronDown aria-hidden="true" />
      </button>
      <div id="done-ways" className="done-ways panel" popover="auto">
        {isOpened && (
          <Suspense fallback={null}>
            <ExportMenu />
          </Suspense>
        )}
      </div>
      {busy && (
        <Suspense fallback={null}>
          <SubmitProgress />
        </Suspense>
      )}
    </div>
  );
}
