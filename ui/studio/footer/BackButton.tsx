import { ArrowLeft } from 'lucide-react';
import { leaveLayer } from '../state/go.ts';
import { FooterButton } from './FooterButton.tsx';

/** Deselects the layer and goes back to the editor. */
export function BackButton() {
  return <FooterButton className="footer-back" label="Back" icon={<ArrowLeft />} onClick={() => leaveLayer()} />;
}
