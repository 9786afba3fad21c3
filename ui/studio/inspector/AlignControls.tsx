import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  Frame,
  SquareDashed,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { Alignment, AlignTo } from '../../../engine/edit/arrange.ts';
import { Segments } from '../../kit/choices.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { align, distribute } from '../state/arrange.ts';
import { FooterGroup } from './FooterBar.tsx';

/** The alignments with their labels. */
export const alignChoices: readonly { how: Alignment; label: string; name: string; icon: ReactNode }[] = [
  { how: 'left', label: 'Left', name: 'Align left', icon: <AlignStartVertical /> },
  { how: 'center', label: 'Center', name: 'Align center', icon: <AlignCenterVertical /> },
  { how: 'right', label: 'Right', name: 'Align right', icon: <AlignEndVertical /> },
  { how: 'top', label: 'Top', name: 'Align top', icon: <AlignStartHorizontal /> },
  { how: 'middle', label: 'Middle', name: 'Align middle', icon: <AlignCenterHorizontal /> },
  { how: 'bottom', label: 'Bottom', name: 'Align bottom', icon: <AlignEndHorizontal /> },
];

const targets = [
  { value: 'each other', name: 'To each other', icon: <SquareDashed aria-hidden="true" /> },
  { value: 'canvas', name: 'To the canvas', icon: <Frame aria-hidden="true" /> },
] as const;

/** What several layers are aligned to; remembers the last choice. */
const chosen = proxy({ to: 'each other' as AlignTo });

/** Aligns and distributes several layers. @param units number of items to arrange; a group counts as one. */
export function AlignControls({ ids, units }: { ids: readonly string[]; units: number }) {
  const { to } = useSnapshot(chosen);
  const choose = (value: AlignTo) => {
    chosen.to = value;
  };
  const isTooFew = units < 3;
  return (
    <>
      <FooterGroup label="Align">
        <Segments label="Align to" value={to} choices={targets} onChange={choose} />
        {alignChoices.map(({ how, ...words }) => (
          <FooterButton key={how} {...words} onClick={() => align(ids, how, to)} />
        ))}
      </FooterGroup>
      <FooterGroup label="Distribute">
        <FooterButton
          label="Across"
          name="Distribute across"
          icon={<AlignHorizontalSpaceAround />}
          disabled={isTooFew}
          onClick={() => distribute(ids, 'x')}
        />
        <FooterButton
          label="Down"
          name="Distribute down"
          icon={<AlignVerticalSpaceAround />}
          disabled={isTooFew}
          onClick={() => distribute(ids, 'y')}
        />
      </FooterGroup>
    </>
  );
}
