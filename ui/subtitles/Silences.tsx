import { UndoDot, VolumeX } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type SilenceRule, silenceDefaults } from '../../engine/timeline/silences.ts';
import { numberForField, parseNumber } from '../components/numbers.ts';
import { showFailure } from '../state/notices.ts';
import type { CueCuts, CueHost } from './cueHost.ts';
import { removeSilences, restoreAll } from './cuts.ts';

/** Input fields with their limits. */
const fields = [
  { name: 'threshold', words: 'Silent below', unit: 'dB', min: -48, max: 0 },
  { name: 'shortest', words: 'Shortest silence', unit: 's', min: 0.1, max: 60 },
  { name: 'padding', words: 'Silence to leave', unit: 's', min: 0, max: 10 },
] as const;

type Field = (typeof fields)[number];

/** Cuts silences out of the video, and restores all cuts. */
export function Silences({ host, cuts }: { host: CueHost; cuts: CueCuts }) {
  const id = useId();
  const newest = useRef(host);
  newest.current = host;
  const [written, setWritten] = useState(usual);
  const [isBusy, setBusy] = useState(false);
  const wrong = fields.find((field) => Number.isNaN(numberOf(field, written)));
  const isReady = cuts.url !== '' && !wrong && !isBusy;
  const cut = async () => {
    if (!isReady) return;
    setBusy(true);
    const rule = Object.fromEntries(fields.map((field) => [field.name, numberOf(field, written)]));
    await removeSilences(newest, cuts, rule).catch(showFailure);
    setBusy(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout.
    <div className="cue-tool" role="group" aria-label="Remove silences">
      {fields.map(({ name, words, unit }) => (
        <label key={name} className="cue-row">
          <span>{words}</span>
          <span className="cue-seconds">
            <input
              className="numbers"
              inputMode="decimal"
              value={written[name]}
              aria-invalid={wrong?.name === name}
              aria-describedby={`${id}-note`}
              onChange={({ target }) => setWritten({ ...written, [name]: target.value })}
            />
            <span className="soft">{unit}</span>
          </span>
        </label>
      ))}
      <p id={`${id}-note`} className={wrong ? 'refusal small' : 'soft small'} role="status">
        {cuts.url === '' ? 'This video has no audio.' : wrong ? wordsOf(wrong) : 'Words with known times stay.'}
      </p>
      <div className="cue-tool-end">
        <button
          type="button"
          className="button plain"
          aria-disabled={cuts.removed.length === 0}
          onClick={() => cuts.removed.length > 0 && restoreAll(host)}
        >
          <UndoDot aria-hidden="true" />
          Restore all cuts
        </button>
        <button
          type="button"
          className="button plain"
          aria-disabled={!isReady}
          aria-busy={isBusy}
          onClick={() => void cut()}
        >
          <VolumeX aria-hidden="true" />
          Remove silences
        </button>
      </div>
    </div>
  );
}

function usual(): Readonly<Record<keyof SilenceRule, string>> {
  const texts = fields.map(({ name }) => [name, numberForField(silenceDefaults[name])]);
  return Object.fromEntries(texts) as Record<keyof SilenceRule, string>;
}

/** Parses a field; NaN if the value is invalid or outside its limits. */
function numberOf({ name, min, max }: Field, written: Readonly<Record<keyof SilenceRule, string>>): number {
  const value = parseNumber(written[name]);
  return value >= min && value <= max ? value : Number.NaN;
}

function wordsOf({ words, min, max }: Field): string {
  return `“${words}” must be a number from ${min} to ${max}.`;
}
