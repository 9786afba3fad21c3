import { SpanPanel } from '../SpanPanel.tsx';
import type { PanelProps } from '../toolPanel.ts';

/** Trim of a meme's video. Collapsed, so that the form moves about as little as with an image. */
export function MemeSpan(props: PanelProps) {
  const [source] = props.draft.sources;
  if (!source || source.duration === 0 || source.width === 0) return null;
  return (
    <details className="tool-more">
      <summary>Trim</summary>
      <SpanPanel {...props} />
    </details>
  );
}
