import type { AudioLayer } from '../../../engine/project/layers.ts';
import { SpeedButton, TimeButton, VolumeButton } from '../effects/EffectButtons.tsx';
import { TrimButton } from '../trim/TrimButton.tsx';
import { FooterGroup } from './FooterBar.tsx';
import { MuteButton, ReplaceButton, SplitButton } from './MediaControls.tsx';

/** The controls of an audio layer. */
export function AudioControls({ layer }: { layer: AudioLayer }) {
  return (
    <>
      <FooterGroup label="Length">
        <TrimButton layer={layer} />
        <SplitButton layer={layer} />
        <SpeedButton layer={layer} />
        <TimeButton layer={layer} />
      </FooterGroup>
      <FooterGroup label="Audio">
        <MuteButton layer={layer} />
        <VolumeButton layer={layer} />
      </FooterGroup>
      <FooterGroup label="Media">
        <ReplaceButton />
      </FooterGroup>
    </>
  );
}
