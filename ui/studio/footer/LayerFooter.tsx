import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { type FoundLayer, findLayer } from '../../../engine/edit/find.ts';
import type { Layer } from '../../../engine/project/layers.ts';
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

function controlsOf(layer: Layer): ReactNode {
  switch (layer.type) {
    case 'text':
      return <TextControls layer={layer} canEdit />;
    case 'image':
    case 'video':
      return <MediaControls layer={layer} />;
    case 'shape':
      return <ShapeControls layer={layer} />;
    case 'placeholder':
      return <PlaceholderControls layer={layer} />;
    case 'audio':
      return <AudioControls layer={layer} />;
  }
}
