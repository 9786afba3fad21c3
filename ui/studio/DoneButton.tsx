import { ChevronDown, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { messages } from '../../engine/project/messages.ts';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { Spoken, tenths } from '../components/Spoken.tsx';
import { outputInWords } from './output/outputWords.ts';
import { EXPORT_HERE, exportHere, openOver } from './state/go.ts';
import { hasContent, studio } from './state/studio.ts';
import { stopSubmitting, submission, submit } from './state/submit.ts';

/**
 * DONE: has the project rendered. It reads "Loading ..." on the way, with how far the upload is below it (studio spec
 * §2). Beside it: the other ways to a file.
 */
export function DoneButton() {
  const { project, showCanvas } = useSnapshot(studio);
  const { step } = useSnapshot(submission);
  const busy = step !== 'idle';
  const disabled = !hasContent(project, showCanvas);
  return (
    <div className="done">
      <button
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
        aria-label="More ways to a file"
        title="More ways to a file"
        disabled={disabled || busy}
        popoverTarget="done-ways"
      >
        <ChevronDown aria-hidden="true" />
      </button>
      <div id="done-ways" className="done-ways panel" popover="auto">
        <Way title={EXPORT_HERE} hint="Without the server, at this device's own pace." onClick={exportHere} />
        <Way title="Output" hint={outputInWords(project)} onClick={() => openOver('output')} />
      </div>
      {busy && <Sending />}
    </div>
  );
}

function Way({ title, hint, onClick }: { title: string; hint: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      <strong>{title}</strong>
      <span className="soft small">{hint}</span>
    </button>
  );
}

function Sending() {
  const { step, sent, total } = useSnapshot(submission);
  const share = total > 0 ? sent / total : undefined;
  const words =
    step === 'uploading' && share !== undefined
      ? messages.uploadPercent.replace('{n}', String(Math.floor(share * 100)))
      : messages.uploadBegins;
  return (
    <div className="done-progress panel">
      <span className="numbers">{words}</span>
      <ProgressBar value={step === 'uploading' ? share : undefined} label="Sending the project" />
      <Spoken>{share === undefined ? words : `Uploading, ${tenths(share)}`}</Spoken>
      <button type="button" className="button plain" onClick={stopSubmitting}>
        <X aria-hidden="true" />
        Stop
      </button>
    </div>
  );
}
