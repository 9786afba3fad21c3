import { Scissors } from 'lucide-react';
import type { PlayedLayer } from '../../../engine/project/layers.ts';
import { FooterButton } from '../footer/FooterButton.tsx';
import { openWork } from '../state/go.ts';
import { trimLabel } from './trimLabel.ts';

/** Opens the trimmer for the selected video or sound; says how long it is where it is trimmed. */
export function TrimButton({ layer }: { layer: PlayedLayer }) {
  return (
    <FooterButton target="trimmer" label={trimLabel(layer)} icon={<Scissors />} onClick={() => openWork('trimmer')} />
  );
}
