import { Captions, ImagePlus, Mic, Search } from 'lucide-react';
import { openPalette } from '../../app/command.ts';
import { openSheet } from '../state/go.ts';
import { addPlaceholder } from '../state/layers.ts';

/** Less common options. */
export function MoreOptions() {
  return (
    <div className="option-cards">
      <button type="button" className="option-card" onClick={addPlaceholder}>
        <ImagePlus aria-hidden="true" />
        <span>
          <strong>Create placeholder</strong>
          <span className="soft small">A box to be replaced by an image or video, for templates.</span>
        </span>
      </button>
      <button type="button" className="option-card" onClick={() => openSheet('voice-over')}>
        <Mic aria-hidden="true" />
        <span>
          <strong>Record a voice-over</strong>
          <span className="soft small">Record your voice while the video plays.</span>
        </span>
      </button>
      <button type="button" className="option-card" onClick={() => openSheet('subtitles')}>
        <Captions aria-hidden="true" />
        <span>
          <strong>Subtitles</strong>
          <span className="soft small">Write them, import them, or generate them from speech.</span>
        </span>
      </button>
      <button type="button" className="option-card" onClick={openPalette}>
        <Search aria-hidden="true" />
        <span>
          <strong>Search everything</strong>
          <span className="soft small">Find every action, screen, project and tool by name.</span>
        </span>
      </button>
    </div>
  );
}
