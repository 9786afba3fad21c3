import { SquareDashedMousePointer } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { picking } from '../state/picking.ts';
import { FooterButton } from './FooterButton.tsx';

/** Has each tap on a layer add it to what is selected, as a click with Shift does. */
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
