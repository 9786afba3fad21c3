import { useState } from 'react';
import { setCueTimes } from '../../engine/edit/cues.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { showError } from '../state/notices.ts';
import { TimeInput } from '../studio/controls/TimeInput.tsx';
import { UNREADABLE_TIME } from '../studio/controls/unreadableTime.ts';
import type { CueHost } from './cueHost.ts';

interface Props {
  host: { current: CueHost };
  cue: Cue;
  part: 'startTime' | 'endTime';
  label: string;
}

/** Input for the start or end of a cue, with hundredths of a second. */
export function CueTime({ host, cue, part, label }: Props) {
  const [isRefused, setRefused] = useState(false);
  const setTime = (seconds: number) => {
    setRefused(Number.isNaN(seconds));
    if (Number.isNaN(seconds)) return showError(UNREADABLE_TIME);
    host.current.change((cues) => setCueTimes(cues, cue.id, { [part]: seconds }), `${part} ${cue.id}`);
  };
  return (
    <TimeInput
      label={label}
      value={cue[part]}
      isRefused={isRefused}
      onChange={setTime}
      onStep={(by) => setTime(Math.max(0, cue[part] + by))}
      onEnd={() => host.current.endStep()}
    />
  );
}
