import { ImageDown } from 'lucide-react';
import type { RefObject } from 'react';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { downloadName } from '../../components/titles.ts';
import { showError } from '../../state/notices.ts';
import { saveStill } from './saveStill.ts';

interface Props {
  video: VideoRecord;
  player: RefObject<HTMLVideoElement | null>;
}

/** Saves the frame that the player shows. */
export function StillButton({ video, player }: Props) {
  const save = async () => {
    if (!player.current) return;
    try {
      await saveStill(player.current, downloadName(video).replace(/\.\w+$/, ''));
    } catch {
      showError('The frame could not be saved. Play the video once and try again.');
    }
  };
  return (
    <button type="button" className="button plain" title="The frame shown in the player, as a PNG" onClick={save}>
      <ImageDown aria-hidden="true" />
      Save a frame as an image
    </button>
  );
}
