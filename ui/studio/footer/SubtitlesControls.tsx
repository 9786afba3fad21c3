import { Captions } from 'lucide-react';
import { setLayerFields } from '../../../engine/edit/style.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import { Swatch } from '../controls/Swatch.tsx';
import { TimeButton } from '../effects/EffectButtons.tsx';
import { openSheet } from '../state/go.ts';
import { change } from '../state/studio.ts';
import { FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';

export function SubtitlesControls({
  layer: { id, color, highlight, highlightColor },
  layer,
}: {
  layer: SubtitlesLayer;
}) {
  return (
    <FooterGroup label="Subtitles">
      <FooterButton label="Edit" icon={<Captions aria-hidden="true" />} onClick={() => openSheet('subtitles')} />
      <FooterButton label="Color" icon={<Swatch color={color} />} onClick={() => openSheet('colors')} />
      <FooterButton
        label="Highlight"
        icon={<Swatch color={highlightColor} />}
        pressed={highlight}
        onClick={() => change((project) => setLayerFields(project, id, 'subtitles', { highlight: !highlight }))}
      />
      <TimeButton layer={layer} />
    </FooterGroup>
  );
}
