import { useMemo } from 'react';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { sourceProject } from '../../client/drafts/compileDraft.ts';
import type { DraftSource } from '../../client/drafts/storedDrafts.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { endStep, setField } from '../drafts.ts';
import { SpanPanel } from '../SpanPanel.tsx';
import type { PanelProps } from '../toolPanel.ts';
import { CanvasText, layerIfFilled, textLayerOf } from '../writing/CanvasText.tsx';

/** The text fields on the preview, with the id of their layer. */
const texts = [
  { id: 'top', name: 'topText', label: 'Top text on the image', invitation: 'Add a text above', y: '2%' },
  { id: 'bottom', name: 'bottomText', label: 'Bottom text on the image', invitation: 'Add a text below', y: '89%' },
] as const;

/** Maximum number of characters. */
const MAX_LENGTH = 1000;

/** Text fields of a meme, edited in place. An empty one shows a placeholder at its edge. */
export function MemeTexts(props: PanelProps) {
  return texts.map((one) => <Written key={one.id} {...props} one={one} />);
}

function Written({ tool, draft, project, player, one }: PanelProps & { one: (typeof texts)[number] }) {
  const { id, name, label, invitation } = one;
  const found = textLayerOf(project, id);
  const standIn = useMemo(() => (found ? undefined : emptyLayer({ tool, draft }, one)), [found, tool, draft, one]);
  const layer = found ?? standIn;
  if (!layer) return null;
  const usual = fieldsOf(tool.settings).find((field) => field.name === name)?.default;
  const text = String(draft.settings[name] ?? usual ?? '');
  return (
    <CanvasText
      layer={{ ...layer, text }}
      {...{ label, invitation, text }}
      canvas={canvasSize(project)}
      // Caption bars are white; drawings have many colors behind a text.
      ground={draft.sources.length > 0 ? '#ffffff' : '#808080'}
      maxLength={MAX_LENGTH}
      onWrite={(value) => setField(tool, name, value)}
      onFocus={(isWritten) => {
        player.hide(isWritten ? id : undefined);
        if (!isWritten) endStep();
      }}
    />
  );
}

/** Returns the layer of an empty text: at its place in a drawing, else at the edge of the frame. */
function emptyLayer(
  { tool, draft }: Pick<PanelProps, 'tool' | 'draft'>,
  { id, name, y }: (typeof texts)[number],
): TextLayer | undefined {
  const layer = layerIfFilled(tool, draft, id, { [name]: 'x' });
  if (!layer || draft.sources.length === 0) return layer;
  return { ...layer, position: { x: '2.5%', y, width: '95%', height: '9%', rotation: 0 } };
}

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

/** Thumbnail of the user's file. */
export function OwnPicture({ source }: { source: DraftSource }) {
  const project = useMemo(() => sourceProject({ sources: [source], settings: {} }), [source]);
  return project && <ScenePicture project={project} urlOf={localUrlOf} />;
}
