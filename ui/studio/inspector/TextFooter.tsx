import { Check } from 'lucide-react';
import { isText } from '../../../engine/kinds/text.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { useLayer } from '../state/layers.ts';
import { endWriting } from '../state/writing.ts';
import { BackButton, FooterBar } from './FooterBar.tsx';
import { TextControls } from './TextControls.tsx';

/** The footer during text editing: the text's controls and Done. */
export function TextFooter() {
  const layer = useLayer(isText);
  const done = <FooterButton className="is-main" label="Done" icon={<Check />} onClick={endWriting} />;
  return (
    <FooterBar label="Text" lead={<BackButton />} tail={done}>
      {layer && <TextControls layer={layer} />}
    </FooterBar>
  );
}
