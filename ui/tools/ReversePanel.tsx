import { ArrowLeft, ArrowLeftRight } from 'lucide-react';
import { useId } from 'react';
import { setField } from './drafts.ts';
import { SpeedField } from './SpeedPanel.tsx';
import type { SidePanelProps } from './toolPanel.ts';

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
      <fieldset className="tool-ways">
        <legend className="unseen">Type</legend>
        {ways.map(({ isBoomeranged, title, hint, icon }) => (
          <label key={title}>
            <input
              type="radio"
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
