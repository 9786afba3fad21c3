import { Scissors } from 'lucide-react';
import type { PlayedLayer } from '../../../engine/project/layers.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { secondsWords } from '../../kit/words.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { openWork } from '../state/go.ts';

/** Opens the trimmer of the selected video or audio. The label shows the trimmed duration. */
export function TrimButton({ layer }: { layer: PlayedLayer }) {
  return (
    <FooterButton target="trimmer" label={trimLabel(layer)} icon={<Scissors />} onClick={() => openWork('trimmer')} />
  );
}

/** Label of the trim button: the duration (end minus start) if trimmed. */
function trimLabel(layer: PlayedLayer): string {
  const { start, end } = mediaSpan(layer);
  return layer.isTrimmed ? `Trimmed: ${secondsWords(end - start)}` : 'Trim';
}
