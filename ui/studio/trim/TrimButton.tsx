import { Scissors } from 'lucide-react';
import type { PlayedLayer } from '../../../engine/project/layers.ts';
import { FooterButton } from '../footer/FooterButton.tsx';
import { openWork } from '../state/go.ts';
import { trimLabel } from './trimLabel.ts';

/** Opens the trimmer of the selected video or audio. The label shows the trimmed duration. */
export function TrimButton({ layer }: { layer: PlayedLayer }) {
  return (
    <FooterButton target="trimmer" label={trimLabel(layer)} icon={<Scissors />} onClick={() => openWork('trimmer')} />
  );
}
