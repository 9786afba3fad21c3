import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { FontList } from '../fonts/FontList.tsx';
import { change, studio } from '../state/studio.ts';

/** The font of the selected text. */
export default function Fonts() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const layer = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  if (layer?.type !== 'text') return <p className="soft">This layer has no letters.</p>;
  return (
    <FontList
      value={layer.fontFamily}
      onChoose={(fontFamily) => change((now) => setLayerFields(now, layer.id, 'text', { fontFamily }))}
    />
  );
}
