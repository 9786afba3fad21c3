import { Frame, SquareDashed } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Segments } from '../../kit/choices.tsx';
import type { ActionContext } from '../actions/action.ts';
import { alignActions, alignTarget, distributeActions } from '../actions/align.ts';
import { FooterAction } from './FooterAction.tsx';
import { FooterGroup } from './FooterBar.tsx';

const targets = [
  { value: 'each other', name: 'To each other', icon: <SquareDashed aria-hidden="true" /> },
  { value: 'canvas', name: 'To the canvas', icon: <Frame aria-hidden="true" /> },
] as const;

/** Aligns and distributes several layers. */
export function AlignControls({ context }: { context: ActionContext }) {
  const { to } = useSnapshot(alignTarget);
  return (
    <>
      <FooterGroup label="Align">
        <Segments
          label="Align to"
          value={to}
          choices={targets}
          onChange={(value) => {
            alignTarget.to = value;
          }}
        />
        {Object.values(alignActions).map((action) => (
          <FooterAction key={action.id} action={action} name={action.title} context={context} />
        ))}
      </FooterGroup>
      <FooterGroup label="Distribute">
        {Object.values(distributeActions).map((action) => (
          <FooterAction key={action.id} action={action} name={action.title} context={context} />
        ))}
      </FooterGroup>
    </>
  );
}
