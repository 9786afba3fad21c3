import { ImagePlus } from 'lucide-react';
import { addPlaceholder } from '../state/layers.ts';

/** What is asked for less often (studio spec §2). */
export default function MoreOptions() {
  return (
    <button type="button" className="option-card" onClick={addPlaceholder}>
      <ImagePlus aria-hidden="true" />
      <span>
        <strong>Create placeholder</strong>
        <span className="soft small">A box that a picture or video takes the place of later, for templates.</span>
      </span>
    </button>
  );
}
