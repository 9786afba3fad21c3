import { SquareDashedMousePointer } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { picking } from '../state/picking.ts';
import { FooterButton } from './FooterButton.tsx';

/** Toggles multiple selection by tap, as Shift+click does. */
export function PickButton() {
  const { isOn } = useSnapshot(picking);
  return (
    <FooterButton
      label="Select more"
      icon={<SquareDashedMousePointer />}
      pressed={isOn}
      onClick={() => {
        picking.isOn = !isOn;
      }}
    />
  );
}
