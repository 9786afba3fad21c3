import { ArrowLeft, ArrowLeftRight, Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { stepValue } from '../../engine/edit/stepper.ts';
import { MIN_TRIM_SECONDS } from '../../engine/project/limits.ts';
import { pacesOf, stopMotionFits, stopMotionLength, stopMotionPictures } from '../../engine/tools/stopMotion.ts';
import { SpeedChoice } from '../kit/SpeedChoice.tsx';
import { countInWords, lengthInWords, secondsWords } from '../kit/words.ts';
import { endStep, setField, setFields } from './drafts.ts';
import { FieldControl } from './FieldControl.tsx';
import { fieldOf } from './formOf.ts';
import { spanOf } from './SpanFields.tsx';
import type { PanelProps, SidePanelProps } from './toolPanel.ts';
import './toolForm.css';

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
    <div className="stack-2 tool-loop">
      <div className="stack tool-loop-row">
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

const ways = [
  { isBoomeranged: false, title: 'Reverse', hint: 'Play backward.', icon: <ArrowLeft /> },
  { isBoomeranged: true, title: 'Boomerang', hint: 'Play forward, then backward.', icon: <ArrowLeftRight /> },
];

/** Chooses between reverse and boomerang, and the speed. */
export function ReversePanel({ tool, draft }: SidePanelProps) {
  const name = useId();
  const now = draft.settings.isBoomeranged === true;
  return (
    <>
      <fieldset className="stack tool-ways">
        <legend className="unseen">Type</legend>
        {ways.map(({ isBoomeranged, title, hint, icon }) => (
          <label key={title} className="choice">
            <input
              type="radio"
              className="card-input"
              name={name}
              checked={now === isBoomeranged}
              onChange={() => setField(tool, 'isBoomeranged', isBoomeranged)}
            />
            <span aria-hidden="true">{icon}</span>
            <strong>{title}</strong>
            <span className="soft small">{hint}</span>
          </label>
        ))}
      </fieldset>
      <SpeedField tool={tool} draft={draft} name="reverseSpeed" />
    </>
  );
}

/** Chooses the playback speed. */
export function SpeedPanel({ tool, draft }: SidePanelProps) {
  return <SpeedField tool={tool} draft={draft} name="speedChoice" />;
}

/** Speed control for the setting that a tool uses for speed. */
function SpeedField({ tool, draft, name }: Pick<SidePanelProps, 'tool' | 'draft'> & { name: string }) {
  const speed = draft.settings[name];
  const set = (value: number) => setField(tool, name, value);
  return (
    <div className="stack-2 tool-speed">
      <SpeedChoice
        value={typeof speed === 'number' ? speed : 1}
        onChange={set}
        onPreset={(value) => {
          endStep();
          set(value);
        }}
        onEnd={endStep}
      />
    </div>
  );
}

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
    <div className="stack-2 tool-loop">
      <div className="stack-2 tool-fields">
        <ToolField {...{ tool, draft, refusalOf }} name="stopMotionClipRate" />
        <ToolField {...{ tool, draft, refusalOf }} name="stopMotionSpeed" />
      </div>
      <p className="tool-sum numbers" role="status">
        {paces &&
          `${countInWords(stopMotionPictures(span, paces), 'frame')}, ${lengthInWords(stopMotionLength(span, paces))} in total`}
      </p>
      {fits && (
        <div className="wrap">
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

interface ToolFieldProps extends Pick<PanelProps, 'tool' | 'draft' | 'refusalOf'> {
  /** Name of one of the tool's own fields. */
  name: string;
}

/** One of the tool's own fields, rendered in a panel as in the form. */
function ToolField({ tool, draft, refusalOf, name }: ToolFieldProps) {
  const field = fieldOf(tool, name);
  if (!field) return null;
  return (
    <FieldControl
      field={field}
      value={draft.settings[name]}
      duration={(field.isOfExtra && tool.extra ? draft.beside : draft.sources[0])?.duration ?? 0}
      refusal={refusalOf(name)}
      onChange={(value) => setField(tool, name, value)}
    />
  );
}
