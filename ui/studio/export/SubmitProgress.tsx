import { X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { targetOf } from '../../app/focus.ts';
import { useFocusHandover } from '../../kit/hooks.ts';
import { LiveRegion, ProgressBar, tenths } from '../../kit/progress.tsx';
import { sendingWords } from '../../kit/words.ts';
import { studio } from '../state/studio.ts';
import { submission } from '../state/submission.ts';
import { stopSubmitting } from '../state/submit.ts';

/** Progress of the submission below DONE; names the project if another one is open. */
export function SubmitProgress() {
  const { step, sent, total, projectId, name } = useSnapshot(submission);
  const isOther = useSnapshot(studio).projectId !== projectId;
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => targetOf('done'));
  const share = step === 'uploading' && total > 0 ? sent / total : undefined;
  const words = sendingWords(share);
  return (
    <div ref={place} className="stack done-progress panel">
      {isOther && <p>Uploading “{name}”.</p>}
      <span className="numbers">{words}</span>
      <ProgressBar value={share} label="Sending the project" />
      <LiveRegion>{share === undefined ? words : `Uploading, ${tenths(share)}`}</LiveRegion>
      <button type="button" className="button plain" onClick={stopSubmitting}>
        <X aria-hidden="true" />
        Stop
      </button>
    </div>
  );
}
