import { type ReactNode, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { layersOf } from '../../../engine/edit/find.ts';
import { colorOf } from '../../../engine/edit/style.ts';
import { isPicture, isPlayed } from '../../../engine/kinds/families.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import { canBeTrimmed, kindOf } from '../../../engine/kinds/index.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { Layer, SubtitlesLayer } from '../../../engine/project/layers.ts';
import { lazyPart } from '../../app/lazyPart.ts';
import { layerLabel, layerTitle } from '../../client/media/layerTitle.ts';
import { Tabs } from '../../kit/Tabs.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type ActionContext, applies, contextOf } from '../actions/action.ts';
import { contentActions } from '../actions/content.ts';
import { layerKindOf } from '../actions/layerKinds.ts';
import { layerActions } from '../actions/layers.ts';
import { TextAnimation } from '../animate/Animate.tsx';
import { Section } from '../controls/Section.tsx';
import { ChromaKey } from '../effects/ChromaKey.tsx';
import { Filters } from '../effects/Filters.tsx';
import { Keyframes } from '../effects/Keyframes.tsx';
import { LayerAnimations } from '../effects/LayerAnimations.tsx';
import { LayerEffects } from '../effects/LayerEffects.tsx';
import { Motion } from '../effects/Motion.tsx';
import { PictureStyle } from '../effects/PictureStyle.tsx';
import { Speed } from '../effects/Speed.tsx';
import { Time } from '../effects/Time.tsx';
import { Volume } from '../effects/Volume.tsx';
import { LabeledAction } from '../inspector/Arrange.tsx';
import { LayerColor, OutlineColor, TextBackground } from '../inspector/ColorPanels.tsx';
import { TextStyle } from '../inspector/TextStyle.tsx';
import { type InspectorTab, inspectorView } from '../state/docks.ts';
import { studio } from '../state/studio.ts';
import { SubtitleStyle } from '../subtitles/SubtitleStyle.tsx';
import { SubtitleList } from '../subtitles/Subtitles.tsx';
import { Layout } from './Layout.tsx';
import { Properties } from './Properties.tsx';
import '../style/panels.css';
import '../../kit/style/effects.css';

/** Color correction of images and videos; few layers have it. */
const ColorCorrection = lazyPart(async () => (await import('../effects/ColorCorrection.tsx')).ColorCorrection);

interface Tab {
  title: string;
  /** Whether a layer has something of it. */
  when: (layer: Layer) => boolean;
  /** Whether several selected layers share it, if `when` holds for all. Default: `when`. */
  isShared?: (layer: Layer) => boolean;
  /** Content for the selected layer, or for the first of several: `context.layer` is then undefined. */
  content: (layer: Layer, context: ActionContext) => ReactNode;
}

const isSubtitles = (layer: Layer): layer is SubtitlesLayer => layer.type === 'subtitles';
const isSeen = (layer: Layer) => kindOf(layer).isSeen;
const hasColor = (layer: Layer) => layer.type === 'shape' || layer.type === 'placeholder';

/** The tabs in order; each is shown for the layers that have something of it. */
const tabs: Readonly<Record<InspectorTab, Tab>> = {
  layout: {
    title: 'Layout',
    when: isSeen,
    content: (layer, context) => <Layout layers={[layer]} context={context} />,
  },
  captions: { title: 'Subtitles', when: isSubtitles, isShared: () => false, content: () => <SubtitleList /> },
  text: {
    title: 'Text style',
    when: (layer) => isText(layer) || isSubtitles(layer),
    content: (layer) =>
      isSubtitles(layer) ? (
        <SubtitleStyle layer={layer} />
      ) : (
        <>
          <Section title="Style">
            <TextStyle />
          </Section>
          <Section title="Color" isClosed>
            <LayerColor />
          </Section>
          <Section title="Outline color" isClosed>
            <OutlineColor />
          </Section>
          <Section title="Background" isClosed>
            <TextBackground />
          </Section>
        </>
      ),
  },
  look: {
    title: 'Look',
    when: (layer) => isSeen(layer) || hasColor(layer),
    content: (layer) =>
      isPicture(layer) ? (
        <>
          <Section title="Style">
            <PictureStyle />
          </Section>
          <Section title="Filters">
            <Filters />
          </Section>
          <Section title="Color" isClosed>
            <Suspense>
              <ColorCorrection />
            </Suspense>
          </Section>
          <Section title="Effects" isClosed>
            <LayerEffects />
          </Section>
          <Section title="Chroma key" isClosed>
            <ChromaKey />
          </Section>
        </>
      ) : (
        <>
          {colorOf(layer, 'color') && (
            <Section title="Color">
              <LayerColor />
            </Section>
          )}
          {colorOf(layer, 'outline') && (
            <Section title="Outline color" isClosed>
              <OutlineColor />
            </Section>
          )}
          <Section title="Effects">
            <LayerEffects />
          </Section>
        </>
      ),
  },
  animation: {
    title: 'Animation',
    when: isSeen,
    content: (layer, context) => (
      <>
        <Section title="In and out">
          <LayerAnimations />
        </Section>
        {context.layer && isText(layer) && (
          <Section title="Loop" isClosed>
            <TextAnimation layer={layer} />
          </Section>
        )}
        {isImage(layer) && (
          <Section title="Motion" isClosed>
            <Motion />
          </Section>
        )}
        {context.layer && (
          <Section title="Keyframes">
            <Keyframes />
          </Section>
        )}
      </>
    ),
  },
  audio: {
    title: 'Audio',
    when: (layer) => isPlayed(layer) && canBeTrimmed(layer),
    content: (_, context) => (
      <>
        <Section title="Volume">
          <Volume />
        </Section>
        {applies(contentActions.detachAudio, context) && (
          <div className="properties-part">
            <LabeledAction action={contentActions.detachAudio} context={context} />
          </div>
        )}
      </>
    ),
  },
  time: {
    title: 'Time',
    when: () => true,
    isShared: isPlayed,
    content: (layer, context) => (
      <>
        {context.layer && (
          <Section title="Start and end">
            <Time />
          </Section>
        )}
        {isPlayed(layer) && (
          <Section title="Speed">
            <Speed />
          </Section>
        )}
      </>
    ),
  },
};

const tabIds = Object.keys(tabs) as InspectorTab[];

/** The properties of the selected layers; without any, of the scene and the canvas. */
export function Inspector() {
  const { project, selectedLayerId, severalIds } = useSnapshot(studio);
  const ids = selectedLayerId === null ? severalIds : [selectedLayerId];
  const layers = layersOf(project, ids) as Layer[];
  const context = contextOf(project, ids);
  const [first] = layers;
  if (!first) return <Properties />;
  return layers.length === 1 ? (
    <OfLayer key={first.id} layer={first} context={context} />
  ) : (
    <OfSeveral layers={layers} context={context} />
  );
}

/** Several layers: their layout, and the tabs that they share, with the values of the first layer. */
function OfSeveral({ layers, context }: { layers: readonly Layer[]; context: ActionContext }) {
  const seen = layers.filter(isSeen);
  const offered = tabIds.filter((id) => {
    const { when, isShared = when } = tabs[id];
    return id === 'layout' ? seen.length > 0 : layers.every((layer) => when(layer) && isShared(layer));
  });
  const [first] = layers;
  return (
    <>
      <Head title={`${layers.length} layers`} context={context} />
      <TabPanels offered={offered}>
        {(shown) =>
          shown === 'layout' ? (
            <Layout layers={seen} context={context} />
          ) : (
            first && (
              <>
                <p className="properties-part soft small">
                  {`Values of “${layerLabel(first)}”. Changes apply to all ${layers.length} layers.`}
                </p>
                {tabs[shown].content(first, context)}
              </>
            )
          )
        }
      </TabPanels>
    </>
  );
}

function OfLayer({ layer, context }: { layer: Layer; context: ActionContext }) {
  const { icon: Icon } = layerKindOf(layer);
  return (
    <>
      <Head title={layerTitle(layer)} icon={<Icon aria-hidden="true" />} context={context} />
      <TabPanels offered={tabIds.filter((id) => tabs[id].when(layer))} usual={isText(layer) ? 'text' : undefined}>
        {(shown) => tabs[shown].content(layer, context)}
      </TabPanels>
    </>
  );
}

/** Tabs. The last chosen tab stays selected while it is offered. @param usual default: the first one. */
function TabPanels({
  offered,
  usual,
  children,
}: {
  offered: readonly InspectorTab[];
  usual?: InspectorTab | undefined;
  children: (shown: InspectorTab) => ReactNode;
}) {
  const { tab } = useSnapshot(inspectorView);
  const shown = tab && offered.includes(tab) ? tab : (usual ?? offered[0]);
  if (!shown) return null;
  return (
    <Tabs
      label="Properties"
      value={shown}
      tabs={offered.map((id) => ({ value: id, title: tabs[id].title }))}
      onChange={(id) => {
        inspectorView.tab = id;
      }}
    >
      <div className="properties-body">{children(shown)}</div>
    </Tabs>
  );
}

/** The title of the selection and actions on it. */
function Head({ title, icon, context }: { title: string; icon?: ReactNode; context: ActionContext }) {
  const actions = [layerActions.duplicate, layerActions.toggleLock, layerActions.toggleHidden];
  return (
    <div className="row properties-head">
      {icon}
      <strong className="ellipsis">{title}</strong>
      <div className="row">
        {actions
          .filter((action) => applies(action, context))
          .map((action) => (
            <ActionButton key={action.id} action={action} context={context} />
          ))}
      </div>
    </div>
  );
}
