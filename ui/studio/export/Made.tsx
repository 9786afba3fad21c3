import { ratioStyle } from '../../components/ratioStyle.ts';
import type { MadeFile } from '../state/makeHere.ts';

/** A preview of the exported file. */
export function Made({ made }: { made: MadeFile }) {
  return (
    <div className="export-made" style={ratioStyle(made)}>
      {made.blob.type.startsWith('video/') ? (
        // biome-ignore lint/a11y/useMediaCaption: captions of a render are painted into it.
        <video src={made.url} controls playsInline preload="metadata" aria-label="The finished video" />
      ) : (
        <img src={made.url} alt="The finished file" />
      )}
    </div>
  );
}
