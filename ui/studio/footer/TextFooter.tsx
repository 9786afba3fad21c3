import { Check } from 'lucide-react';
import { isText } from '../../../engine/kinds/text.ts';
import { useLayer } from '../effects/useLayer.ts';
import { endWriting } from '../stage/writing.ts';
import { BackButton } from './BackButton.tsx';
import { FooterBar } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
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
