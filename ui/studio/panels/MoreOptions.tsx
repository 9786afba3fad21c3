import { Captions, ImagePlus, Mic, Search } from 'lucide-react';
import { openPalette } from '../../palette/paletteKey.ts';
import { openOver } from '../state/go.ts';
import { addPlaceholder } from '../state/layers.ts';

/** What is asked for less often. */
export default function MoreOptions() {
  return (
    <div className="option-cards">
      <button type="button" className="option-card" onClick={addPlaceholder}>
        <ImagePlus aria-hidden="true" />
        <span>
          <strong>Create placeholder</strong>
          <span className="soft small">A box that a picture or video takes the place of later, for templates.</span>
        </span>
      </button>
      <button type="button" className="option-card" onClick={() => openOver('voice-over')}>
        <Mic aria-hidden="true" />
        <span>
          <strong>Record a voice-over</strong>
          <span className="soft small">Your voice, spoken while the video plays.</span>
        </span>
      </button>
      <button type="button" className="option-card" onClick={() => openOver('subtitles')}>
        <Captions aria-hidden="true" />
        <span>
          <strong>Subtitles</strong>
          <span className="soft small">Written by hand, imported, or heard in the video.</span>
        </span>
      </button>
      <button type="button" className="option-card" onClick={() => void openPalette()}>
        <Search aria-hidden="true" />
        <span>
          <strong>Search everything</strong>
          <span className="soft small">Every action, screen, project and tool by its name.</span>
        </span>
      </button>
    </div>
  );
}
