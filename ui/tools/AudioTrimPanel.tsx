import { AudioSpanFields } from './AudioSpanFields.tsx';
import { trackOf } from './drafts.ts';
import type { PanelProps } from './toolPanel.ts';

/** Height of the waveform, in CSS pixels. */
const WAVE_HEIGHT = 160;

/** Trim slider for the source of an audio tool. */
export function AudioTrimPanel({ tool, draft, player }: PanelProps) {
  const [sound] = draft.sources;
  if (!sound || sound.duration === 0) return null;
  return (
    <div className="tool-sound">
      <AudioSpanFields {...{ tool, draft, player, sound }} from={0} height={WAVE_HEIGHT} audioTrack={trackOf(draft)} />
    </div>
  );
}
