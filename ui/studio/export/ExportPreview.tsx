import { ratioStyle } from '../../components/ratioStyle.ts';
import type { ExportedFile } from '../state/exportHere.ts';

/** A preview of the exported file. */
export function ExportPreview({ made }: { made: ExportedFile }) {
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
