import { setLayerFields } from '../../../engine/edit/style.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { ownFace } from '../../brand/fontFamilies.ts';
import { useLayer } from '../effects/useLayer.ts';
import { FontList } from '../fonts/FontList.tsx';
import { change } from '../state/studio.ts';

/** Font of the selected text. */
export default function Fonts() {
  const layer = useLayer(isText);
  if (!layer) return <p className="soft">This layer has no text.</p>;
  return (
    <FontList
      value={layer.fontFamily}
      onChoose={(family) =>
        change((now) => setLayerFields(now, layer.id, 'text', { fontFamily: ownFace(family, layer) }))
      }
    />
  );
}
