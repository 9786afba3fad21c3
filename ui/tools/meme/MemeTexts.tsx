import { useMemo } from 'react';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { endStep, setField } from '../drafts.ts';
import type { PanelProps } from '../toolPanel.ts';
import { CanvasText } from '../writing/CanvasText.tsx';
import { layerIfWritten, textLayerOf } from '../writing/writtenLayer.ts';

/** The fields that the texts on the picture stand for, by the id of their layer. */
const texts = [
  { id: 'top', name: 'topText', label: 'Top text on the image', invitation: 'Add a text above', y: '2%' },
  { id: 'bottom', name: 'bottomText', label: 'Bottom text on the image', invitation: 'Add a text below', y: '89%' },
] as const;

/** What is longer is no meme. */
const MAX_LENGTH = 1000;

/** The texts of a meme, written where they stand; one that is empty waits at its edge. */
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
      // Bars are white; what drawings have behind a text is of many colors.
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

/** Where an empty text would be written: in a drawing at its place, else at the edge of the picture. */
function emptyLayer(
  { tool, draft }: Pick<PanelProps, 'tool' | 'draft'>,
  { id, name, y }: (typeof texts)[number],
): TextLayer | undefined {
  const layer = layerIfWritten(tool, draft, id, { [name]: 'x' });
  if (!layer || draft.sources.length === 0) return layer;
  return { ...layer, position: { x: '2.5%', y, width: '95%', height: '9%', rotation: 0 } };
}
