import { AlignCenter, AlignLeft, Film, Image } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { unfiltered } from '../../engine/project/videoEffects.ts';
import { AdjustmentSliders } from '../kit/AdjustmentSliders.tsx';
import { RadioCards, Segments, ThumbCards } from '../kit/choices.tsx';
import { NameField } from '../kit/NameField.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { RangeField } from '../kit/RangeField.tsx';
import { RatioFrame } from '../kit/RatioFrame.tsx';
import { SearchField } from '../kit/SearchField.tsx';
import { ShortcutGroups } from '../kit/ShortcutGroups.tsx';
import { SpeedChoice } from '../kit/SpeedChoice.tsx';
import { Stepper } from '../kit/Stepper.tsx';
import { Switch } from '../kit/Switch.tsx';
import { SwatchRow } from '../kit/swatches.tsx';
import { TimeField } from '../kit/TimeField.tsx';
import { TimeInput } from '../kit/TimeInput.tsx';
import { TrimSlider } from '../kit/TrimSlider.tsx';
import { Show } from './Part.tsx';

const nothing = () => undefined;

/** The fields of the Studio and the tools, in their states. */
export function Fields() {
  return (
    <>
      <Show title="Switches">
        <Switches />
      </Show>
      <Show title="Numbers">
        <Numbers />
      </Show>
      <Show title="Times">
        <Times />
      </Show>
      <Show title="Sliders">
        <Sliders />
      </Show>
      <Show title="Cards to choose from">
        <Cards />
      </Show>
      <Show title="Colors to choose from">
        <Colors />
      </Show>
      <Show title="Texts">
        <Texts />
      </Show>
      <Show title="Shortcuts">
        <ShortcutGroups groups={shortcuts} />
      </Show>
    </>
  );
}

/** A column as wide as its section. */
function Column({ children }: { children: ReactNode }) {
  return <div className="stack-2 design-column">{children}</div>;
}

function Switches() {
  const [on, setOn] = useState(true);
  return (
    <Column>
      <Switch label="Loop" on={on} onChange={setOn} />
      <Switch label="Subtitles" hint="Shows the text of the video." on={!on} onChange={(off) => setOn(!off)} />
      <Switch label="Not available" on={false} disabled onChange={nothing} />
    </Column>
  );
}

function Numbers() {
  const [value, setValue] = useState(12);
  return (
    <>
      <Stepper label="Size" value={value} range={sizes} onChange={setValue} onEnd={nothing} />
      <Stepper label="At its minimum" value={sizes.min} range={sizes} onChange={nothing} onEnd={nothing} />
      <NumberField {...sizes} label="Radius" value={value} unit="px" usual={1} onChange={setValue} onEnd={nothing} />
      <NumberField {...sizes} label="Of several" value={undefined} onChange={nothing} onEnd={nothing} />
    </>
  );
}

const sizes = { min: 1, max: 100, step: 1 };

function Times() {
  const [time, setTime] = useState(12.5);
  const step = (by: number) => setTime((before) => Math.max(0, before + by));
  return (
    <Column>
      <TimeField label="Start" value={time} onChange={setTime} onStep={step} />
      <span className="stepper-row">
        <TimeInput label="Only the time" value={time} onChange={setTime} onStep={step} />
      </span>
      <span className="stack-half time-field">
        <TimeInput label="Invalid time" value={time} isRefused onChange={setTime} onStep={step} />
      </span>
    </Column>
  );
}

function Sliders() {
  const [volume, setVolume] = useState(0.8);
  const [speed, setSpeed] = useState(1);
  const [span, setSpan] = useState({ start: 2, end: 7 });
  const [amounts, setAmounts] = useState({ ...unfiltered, contrast: 120 });
  const change = (by: Partial<typeof amounts>) => setAmounts((before) => ({ ...before, ...by }));
  const words = `${Math.round(volume * 100)}%`;
  const range = { value: volume, max: 1, keys: { coarse: 0.05 }, words, onChange: setVolume, onEnd: nothing };
  return (
    <Column>
      <RangeField label="Volume" {...range} />
      <RangeField label="Not available" {...range} disabled />
      <SpeedChoice value={speed} onChange={setSpeed} onEnd={nothing} />
      <TrimSlider
        label="Trim"
        duration={10}
        playhead={4}
        {...span}
        onChange={(start, end) => setSpan({ start, end })}
        onEnd={nothing}
      />
      <AdjustmentSliders values={amounts} onChange={change} onEnd={nothing} />
    </Column>
  );
}

function Cards() {
  const [kind, setKind] = useState<'video' | 'image'>('video');
  const [align, setAlign] = useState<'left' | 'center'>('left');
  const [ratio, setRatio] = useState<(typeof ratios)[number]>('16:9');
  return (
    <Column>
      <RadioCards label="Output" name="design-kind" value={kind} choices={kinds} onChange={setKind} />
      <RadioCards label="Not available" name="design-none" value="image" choices={kinds} disabled onChange={nothing} />
      <Segments label="Align" value={align} choices={sides} onChange={setAlign} />
      <ThumbCards legend="Ratio" name="design-ratio" value={ratio} choices={shapes} onChoose={setRatio} />
    </Column>
  );
}

const kinds = [
  { value: 'video', title: 'Video', hint: 'Moves and has audio.', icon: <Film aria-hidden="true" /> },
  { value: 'image', title: 'Image', hint: 'One frame.', icon: <Image aria-hidden="true" /> },
] as const;
const sides = [
  { value: 'left', name: 'Left', icon: <AlignLeft aria-hidden="true" /> },
  { value: 'center', name: 'Center', icon: <AlignCenter aria-hidden="true" /> },
] as const;
const ratios = ['16:9', '1:1', '9:16'] as const;
const shapes = ratios.map((value) => ({ value, title: value, picture: <RatioFrame ratio={value} /> }));

function Colors() {
  const [color, setColor] = useState<string>('#5969e2');
  return <SwatchRow label="Colors" colors={colors} value={color} onChoose={setColor} />;
}

const colors = [
  { color: '#5969e2', name: 'Indigo' },
  { color: '#ffffff', name: 'White' },
  { color: '#000000', name: 'Black' },
  { color: 'transparent', name: 'None' },
];

function Texts() {
  const [name, setName] = useState('Holiday');
  const [query, setQuery] = useState('');
  return (
    <Column>
      <NameField label="Name" name={name} placeholder="Untitled" onName={setName} />
      <NameField label="Empty name" name="" placeholder="Untitled" onName={nothing} />
      <SearchField aria-label="Find" placeholder="Find" restMs={100} onSearch={setQuery} />
      {query && <p className="soft small">{`Search for ${query}`}</p>}
    </Column>
  );
}

const shortcuts = [
  {
    title: 'Playback',
    rows: [
      { keys: ['space'], words: 'Play or pause' },
      { keys: ['mod+z', 'mod+shift+z'], words: 'Undo or redo' },
    ],
  },
];
