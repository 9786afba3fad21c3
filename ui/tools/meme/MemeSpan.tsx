import { SpanPanel } from '../SpanPanel.tsx';
import type { PanelProps } from '../toolPanel.ts';

/** What of a meme's video counts. Folded, so that a video pushes the form about as little as a picture does. */
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
