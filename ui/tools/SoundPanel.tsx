import { trackOf } from './drafts.ts';
import { SoundSpan } from './SoundSpan.tsx';
import type { PanelProps } from './toolPanel.ts';

/** Height of the waveform, CSS pixels. */
const WAVE_HEIGHT = 160;

/** The sound that a tool works on, and what of it is kept. */
export function SoundPanel({ tool, draft, player }: PanelProps) {
  const [sound] = draft.sources;
  if (!sound || sound.duration === 0) return null;
  return (
    <div className="tool-sound">
      <SoundSpan {...{ tool, draft, player, sound }} from={0} height={WAVE_HEIGHT} audioTrack={trackOf(draft)} />
    </div>
  );
}
