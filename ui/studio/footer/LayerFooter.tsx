import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { type FoundLayer, findLayer } from '../../../engine/edit/find.ts';
import type { Layer, LayerOf, LayerType } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { LayerThumb } from '../controls/LayerThumb.tsx';
import { layerTitle } from '../controls/layerTitle.ts';
import { studio } from '../state/studio.ts';
import { AudioControls } from './AudioControls.tsx';
import { BackButton } from './BackButton.tsx';
import { FooterBar } from './FooterBar.tsx';
import { MediaControls } from './MediaControls.tsx';
import { PlaceholderControls } from './PlaceholderControls.tsx';
import { ShapeControls } from './ShapeControls.tsx';
import { StackControls } from './StackControls.tsx';
import { SubtitlesControls } from './SubtitlesControls.tsx';
import { TextControls } from './TextControls.tsx';

/** The footer of the selected layer: the controls of its type. */
export function LayerFooter() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId);
  return (
    <FooterBar label="Layer" lead={<BackButton />}>
      {found && (
        <>
          <LayerHead project={project} {...found} />
          {controlsOf(found.layer)}
          <StackControls project={project} layer={found.layer} />
        </>
      )}
    </FooterBar>
  );
}

function LayerHead({ project, layer, scene }: { project: Project } & Pick<FoundLayer, 'layer' | 'scene'>) {
  return (
    <div className="footer-head">
      <LayerThumb project={project} layer={layer} background={scene.background} />
      <h2>{layerTitle(layer)}</h2>
    </div>
  );
}

/** The controls of each layer type. */
const controls: { readonly [T in LayerType]: (layer: LayerOf<T>) => ReactNode } = {
  text: (layer) => <TextControls layer={layer} canEdit />,
  image: (layer) => <MediaControls layer={layer} />,
  video: (layer) => <MediaControls layer={layer} />,
  shape: (layer) => <ShapeControls layer={layer} />,
  placeholder: (layer) => <PlaceholderControls layer={layer} />,
  audio: (layer) => <AudioControls layer={layer} />,
  subtitles: (layer) => <SubtitlesControls layer={layer} />,
};

function controlsOf(layer: Layer): ReactNode {
  return (controls[layer.type] as (layer: Layer) => ReactNode)(layer);
}
