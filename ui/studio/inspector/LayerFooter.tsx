import { AlignCenterVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { type FoundLayer, findLayer } from '../../../engine/edit/find.ts';
import { layerOrder } from '../../../engine/edit/order.ts';
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
import { layerTitle } from '../../client/media/layerTitle.ts';
import { Swatch } from '../../kit/swatches.tsx';
import { type ActionContext, contextOf } from '../actions/action.ts';
import { contentActions } from '../actions/content.ts';
import { layerActions } from '../actions/layers.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { PropertiesButton, SpeedButton, TimeButton, VolumeButton } from '../effects/EffectButtons.tsx';
import { openSheet } from '../state/go.ts';
import { change, studio } from '../state/studio.ts';
import { TrimButton } from '../trim/TrimButton.tsx';
import { BackButton, FooterAction, FooterBar, FooterGroup, WithoutInspector } from './FooterBar.tsx';
import { LayerThumb } from './LayerThumb.tsx';
import { MediaControls } from './MediaControls.tsx';
import { PickButton } from './SeveralFooter.tsx';
import { ShapeControls } from './ShapeControls.tsx';
import { TextControls } from './TextControls.tsx';

/** The footer of the selected layer: the controls of its type. */
export function LayerFooter() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId);
  const context = contextOf(project, found ? [found.layer.id] : []);
  return (
    <FooterBar label="Layer" lead={<BackButton />}>
      {found && (
        <>
          <LayerHead project={project} {...found} />
          {controlsOf(found.layer, context)}
          <StackControls context={context} layer={found.layer} />
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
const controls: { readonly [T in LayerType]: (layer: LayerOf<T>, context: ActionContext) => ReactNode } = {
  text: (layer, context) => <TextControls layer={layer} context={context} />,
  image: (layer, context) => <MediaControls layer={layer} context={context} />,
  video: (layer, context) => <MediaControls layer={layer} context={context} />,
  shape: (layer) => <ShapeControls layer={layer} />,
  placeholder: (layer, context) => <PlaceholderControls layer={layer} context={context} />,
  audio: (layer, context) => <AudioControls layer={layer} context={context} />,
  subtitles: (layer, context) => <SubtitlesControls layer={layer} context={context} />,
};

function controlsOf(layer: Layer, context: ActionContext): ReactNode {
  return (controls[layer.type] as (layer: Layer, context: ActionContext) => ReactNode)(layer, context);
}

interface ControlsProps<L> {
  layer: L;
  context: ActionContext;
}

/** The controls of an audio layer. */
function AudioControls({ layer, context }: ControlsProps<AudioLayer>) {
  return (
    <>
      <FooterGroup label="Length">
        <TrimButton layer={layer} />
        <FooterAction action={layerActions.split} context={context} />
        <WithoutInspector>
          <SpeedButton layer={layer} />
          <TimeButton layer={layer} />
        </WithoutInspector>
      </FooterGroup>
      <FooterGroup label="Audio">
        <FooterAction action={contentActions.toggleMute} context={context} />
        <WithoutInspector>
          <VolumeButton layer={layer} />
        </WithoutInspector>
      </FooterGroup>
      <FooterGroup label="Media">
        <FooterAction action={contentActions.replace} context={context} />
      </FooterGroup>
    </>
  );
}

function PlaceholderControls({ layer, context }: ControlsProps<PlaceholderLayer>) {
  return (
    <FooterGroup label="Placeholder">
      <FooterAction action={contentActions.replace} context={context} />
      <FooterButton label="Color" icon={<Swatch color={layer.background} />} onClick={() => openSheet('colors')} />
      <WithoutInspector>
        <TimeButton layer={layer} />
      </WithoutInspector>
    </FooterGroup>
  );
}

/** Types whose copies have their place in the inspector where there is room for it. */
const copiedElsewhere: readonly LayerType[] = ['image', 'video', 'placeholder'];

/** Controls of every layer: stacking order (audio has none), arrange, duplicate and delete. */
function StackControls({ layer: { id, type }, context }: ControlsProps<Layer>) {
  const order = layerOrder(context.project, id);
  const duplicate = <FooterAction action={layerActions.duplicate} context={context} />;
  return (
    <>
      {order && (
        <FooterGroup label="Order">
          <FooterAction action={layerActions.bringForward} context={context} />
          <p className="footer-head footer-order numbers" role="status">
            <strong>{order.position}</strong>
            <span className="footer-label">of {order.total}</span>
          </p>
          <FooterAction action={layerActions.sendBack} context={context} />
        </FooterGroup>
      )}
      <FooterGroup label="Layer">
        <WithoutInspector>
          <PropertiesButton />
          <FooterButton label="Arrange" icon={<AlignCenterVertical />} onClick={() => openSheet('arrange')} />
          <PickButton />
        </WithoutInspector>
        {copiedElsewhere.includes(type) ? <WithoutInspector>{duplicate}</WithoutInspector> : duplicate}
        <FooterAction className="is-bad" action={layerActions.delete} context={context} />
      </FooterGroup>
    </>
  );
}

function SubtitlesControls({ layer, context }: ControlsProps<SubtitlesLayer>) {
  const { id, color, highlight, highlightColor } = layer;
  return (
    <FooterGroup label="Subtitles">
      <FooterAction action={contentActions.editSubtitles} context={context} />
      <FooterButton label="Color" icon={<Swatch color={color} />} onClick={() => openSheet('colors')} />
      <FooterButton
        label="Highlight"
        icon={<Swatch color={highlightColor} />}
        pressed={highlight}
        onClick={() => change((project) => setLayerFields(project, id, 'subtitles', { highlight: !highlight }))}
      />
      <WithoutInspector>
        <TimeButton layer={layer} />
      </WithoutInspector>
    </FooterGroup>
  );
}
