import { Replace, Timer } from 'lucide-react';
import { useId, useState } from 'react';
import { replaceInCues, shiftCues } from '../../engine/edit/cues.ts';
import { LiveRegion } from '../components/LiveRegion.tsx';
import { numberForField, parseNumber } from '../components/numbers.ts';
import type { CueHost } from './cueHost.ts';

/** Finds and replaces text in all cues. */
export function FindAndReplace({ host }: { host: CueHost }) {
  const id = useId();
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [said, setSaid] = useState('');
  const { count } = replaceInCues(host.cues, { find, by, matchCase });
  const replace = () => {
    if (count === 0) return;
    host.endStep();
    host.change((cues) => replaceInCues(cues, { find, by, matchCase }).cues);
    setSaid(`${count} replaced.`);
  };
  return (
    <form
      className="cue-tool"
      aria-label="Find and replace"
      onSubmit={(event) => {
        event.preventDefault();
        replace();
      }}
    >
      <label htmlFor={`${id}-find`}>Find</label>
      {/* biome-ignore lint/a11y/noAutofocus: the user has just opened it. */}
      <input id={`${id}-find`} dir="auto" value={find} autoFocus onChange={({ target }) => setFind(target.value)} />
      <label htmlFor={`${id}-by`}>Replace with</label>
      <input id={`${id}-by`} dir="auto" value={by} onChange={({ target }) => setBy(target.value)} />
      <label className="cue-check">
        <input type="checkbox" checked={matchCase} onChange={({ target }) => setMatchCase(target.checked)} />
        Match case
      </label>
      <div className="cue-tool-end">
        <span className="soft small" role="status">
          {find === '' ? '' : count === 1 ? '1 match' : `${count} matches`}
        </span>
        <button type="submit" className="button plain" aria-disabled={count === 0}>
          <Replace aria-hidden="true" />
          Replace all
        </button>
      </div>
      <LiveRegion>{said}</LiveRegion>
    </form>
  );
}

/** Shifts all cues by a time. */
export function ShiftAll({ host }: { host: CueHost }) {
  const id = useId();
  const [written, setWritten] = useState(() => numberForField(0.5));
  const seconds = parseNumber(written);
  const isBad = !(seconds >= 0 && seconds < 1e6);
  const shift = (way: 1 | -1) => {
    if (isBad) return;
    host.endStep();
    host.change((cues) => shiftCues(cues, way * seconds));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout.
    <div className="cue-tool" role="group" aria-label="Shift all">
      <label htmlFor={id}>Shift all by</label>
      <span className="cue-seconds">
        <input
          id={id}
          className="numbers"
          inputMode="decimal"
          value={written}
          aria-invalid={isBad}
          aria-describedby={isBad ? `${id}-refusal` : undefined}
          onChange={({ target }) => setWritten(target.value)}
        />
        <span aria-hidden="true" className="soft">
          s
        </span>
      </span>
      {isBad && (
        <p id={`${id}-refusal`} className="refusal small" role="alert">
          Enter seconds, such as 0.5.
        </p>
      )}
      <div className="cue-tool-end">
        <button type="button" className="button plain" aria-disabled={isBad} onClick={() => shift(-1)}>
          <Timer aria-hidden="true" />
          Earlier
        </button>
        <button type="button" className="button plain" aria-disabled={isBad} onClick={() => shift(1)}>
          <Timer aria-hidden="true" />
          Later
        </button>
      </div>
    </div>
  );
}
