import type { PlaceholderLayer } from '../../../engine/project/layers.ts';
import { Swatch } from '../controls/Swatch.tsx';
import { TimeButton } from '../effects/EffectButtons.tsx';
import { openSheet } from '../state/go.ts';
import { FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
import { ReplaceButton } from './MediaControls.tsx';

export function PlaceholderControls({ layer }: { layer: PlaceholderLayer }) {
  return (
    <FooterGroup label="Placeholder">
      <ReplaceButton />
      <FooterButton label="Color" icon={<Swatch color={layer.background} />} onClick={() => openSheet('colors')} />
      <TimeButton layer={layer} />
    </FooterGroup>
  );
}
