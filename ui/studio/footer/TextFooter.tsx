import { Check } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { endWriting } from '../stage/writing.ts';
import { studio } from '../state/studio.ts';
import { BackButton } from './BackButton.tsx';
import { FooterBar } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
import { TextControls } from './TextControls.tsx';

/** The footer while a text is being written on the canvas: how it looks, and Done. */
export function TextFooter() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const layer = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  const done = <FooterButton className="is-main" label="Done" icon={<Check />} onClick={endWriting} />;
  return (
    <FooterBar label="Text" lead={<BackButton />} tail={done}>
      {layer?.type === 'text' && <TextControls layer={layer} />}
    </FooterBar>
  );
}
