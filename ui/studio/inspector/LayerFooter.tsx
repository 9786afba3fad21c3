import { AlignCenterVertical, ArrowDownToLine, ArrowUpToLine, Captions, Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { type FoundLayer, findLayer } from '../../../engine/edit/find.ts';
import { bringForward, type LayerOrder, layerOrder, sendBack } from '../../../engine/edit/order.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import type {
  AudioLayer,
  Layer,
  LayerOf,
  LayerType,
  PlaceholderLayer,
  SubtitlesLayer,
} from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { Swatch } from '../../kit/swatches.tsx';
import { LayerThumb } from '../../player/LayerThumb.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { SpeedButton, TimeButton, VolumeButton } from '../effects/EffectButtons.tsx';
import { openSheet } from '../state/go.ts';
import { duplicate, remove } from '../state/layers.ts';
import { layerTitle } from '../state/layerTitle.ts';
import { change, studio } from '../state/studio.ts';
import { TrimButton } from '../trim/TrimButton.tsx';
import { BackButton, FooterBar, FooterGroup, PickButton } from './FooterBar.tsx';
import { MediaControls, MuteButton, ReplaceButton, SplitButton } from './MediaControls.tsx';
import { ShapeControls } from './ShapeControls.tsx';
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

/** The controls of an audio layer. */
function AudioControls({ layer }: { layer: AudioLayer }) {
  return (
    <>
      <FooterGroup label="Length">
        <TrimButton layer={layer} />
        <SplitButton layer={layer} />
        <SpeedButton layer={layer} />
        <TimeButton layer={layer} />
      </FooterGroup>
      <FooterGroup label="Audio">
        <MuteButton layer={layer} />
        <VolumeButton layer={layer} />
      </FooterGroup>
      <FooterGroup label="Media">
        <ReplaceButton />
      </FooterGroup>
    </>
  );
}

function PlaceholderControls({ layer }: { layer: PlaceholderLayer }) {
  return (
    <FooterGroup label="Placeholder">
      <ReplaceButton />
      <FooterButton label="Color" icon={<Swatch color={layer.background} />} onClick={() => openSheet('colors')} />
      <TimeButton layer={layer} />
    </FooterGroup>
  );
}

/** Controls of every layer: stacking order, arrange, duplicate and delete. */
function StackControls({ project, layer: { id } }: { project: Project; layer: Layer }) {
  const order = layerOrder(project, id);
  return (
    <>
      {order && <OrderGroup id={id} order={order} />}
      <FooterGroup label="Layer">
        <FooterButton label="Arrange" icon={<AlignCenterVertical />} onClick={() => openSheet('arrange')} />
        <PickButton />
        <FooterButton label="Duplicate" icon={<Copy />} onClick={() => duplicate([id])} />
        <FooterButton className="is-bad" label="Delete" icon={<Trash2 />} onClick={() => remove([id])} />
      </FooterGroup>
    </>
  );
}

/** Position in the stacking order; audio has none. */
function OrderGroup({ id, order }: { id: string; order: LayerOrder }) {
  return (
    <FooterGroup label="Order">
      <FooterButton
        label="Bring forward"
        icon={<ArrowUpToLine />}
        disabled={!order.canBringForward}
        onClick={() => change((now) => bringForward(now, id))}
      />
      <p className="footer-head footer-order numbers" role="status">
        <strong>{order.position}</strong>
        <span className="footer-label">of {order.total}</span>
      </p>
      <FooterButton
        label="Send back"
        icon={<ArrowDownToLine />}
        disabled={!order.canSendBack}
        onClick={() => change((now) => sendBack(now, id))}
      />
    </FooterGroup>
  );
}

function SubtitlesControls({ layer: { id, color, highlight, highlightColor }, layer }: { layer: SubtitlesLayer }) {
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
