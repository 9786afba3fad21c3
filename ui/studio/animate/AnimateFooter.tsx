import { Check } from 'lucide-react';
import { FooterBar } from '../footer/FooterBar.tsx';
import { FooterButton } from '../footer/FooterButton.tsx';
import { leaveAnimate } from './leaveAnimate.ts';

/** The footer of the animations: only Done (studio spec §2). */
export function AnimateFooter() {
  return (
    <FooterBar label="Animate">
      <FooterButton className="is-main" label="Done" icon={<Check />} onClick={leaveAnimate} />
    </FooterBar>
  );
}
