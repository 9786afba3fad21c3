import { Check, ImageIcon, RotateCcw, Scan } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { isPicture } from '../../../engine/kinds/families.ts';
import { wholeFrame } from '../../../engine/layout/cropFrame.ts';
import { RatioFrame } from '../../kit/RatioFrame.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { applyCrop, chooseShape, frameOf } from '../crop/cropping.ts';
import { cropping, cropShapes, endCropping } from '../crop/croppingState.ts';
import { useLayer } from '../state/layers.ts';
import { BackButton, FooterBar, FooterGroup } from './FooterBar.tsx';

/** The crop footer: aspect ratio, reset and Done. */
export function CropFooter() {
  const layer = useLayer(isPicture);
  const { shape } = useSnapshot(cropping);
  const done = <FooterButton className="is-main" label="Done" icon={<Check />} onClick={endCropping} />;
  const reset = () => {
    const frame = layer && frameOf(layer);
    if (frame) applyCrop(layer.id, wholeFrame(frame));
  };
  return (
    <FooterBar label="Crop" lead={<BackButton />} tail={done}>
      {layer && (
        <>
          <FooterGroup label="Aspect ratio">
            {cropShapes.map(({ id, label }) => (
              <FooterButton
                key={id}
                label={label}
                icon={icons[id] ?? <RatioFrame ratio={id} />}
                pressed={shape === id}
                onClick={() => chooseShape(layer, id)}
              />
            ))}
          </FooterGroup>
          <FooterGroup>
            <FooterButton label="Reset" name="Reset crop" icon={<RotateCcw />} disabled={!layer.crop} onClick={reset} />
          </FooterGroup>
        </>
      )}
    </FooterBar>
  );
}

const icons: Partial<Record<string, ReactNode>> = { free: <Scan />, original: <ImageIcon /> };
