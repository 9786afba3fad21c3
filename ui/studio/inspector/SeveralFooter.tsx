import { Frame, SquareDashed, SquareDashedMousePointer } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { layersOf } from '../../../engine/edit/find.ts';
import { Segments } from '../../kit/choices.tsx';
import { type ActionContext, contextOf } from '../actions/action.ts';
import { alignActions, alignTarget, distributeActions } from '../actions/align.ts';
import { layerActions } from '../actions/layers.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { PropertiesButton } from '../effects/EffectButtons.tsx';
import { picking } from '../state/liveStage.ts';
import { studio } from '../state/studio.ts';
import { BackButton, FooterAction, FooterBar, FooterGroup, WithoutInspector } from './FooterBar.tsx';

/** The footer of a multiple selection. */
export function SeveralFooter() {
  const { project, severalIds } = useSnapshot(studio);
  const layers = layersOf(project, severalIds);
  const context = contextOf(project, severalIds);
  return (
    <FooterBar label="Selection" lead={<BackButton />}>
      <h2 className="footer-head footer-order numbers">
        <strong>{layers.length}</strong> <span className="footer-label">layers</span>
      </h2>
      <FooterGroup label="Selection">
        <PickButton />
        <WithoutInspector>
          <PropertiesButton />
        </WithoutInspector>
        <FooterAction action={layerActions.group} context={context} />
        <FooterAction action={layerActions.ungroup} context={context} />
      </FooterGroup>
      <AlignControls context={context} />
      <FooterGroup label="Lock and hide">
        <FooterAction action={layerActions.toggleLock} context={context} />
        <FooterAction action={layerActions.toggleHidden} context={context} />
      </FooterGroup>
      <FooterGroup label="Layers">
        <FooterAction action={layerActions.duplicate} context={context} />
        <FooterAction className="is-bad" action={layerActions.delete} context={context} />
      </FooterGroup>
    </FooterBar>
  );
}

const targets = [
  { value: 'each other', name: 'To each other', icon: <SquareDashed aria-hidden="true" /> },
  { value: 'canvas', name: 'To the canvas', icon: <Frame aria-hidden="true" /> },
] as const;

/** What several layers are aligned to. */
export function AlignTarget() {
  const { to } = useSnapshot(alignTarget);
  return (
    <Segments
      label="Align to"
      value={to}
      choices={targets}
      onChange={(value) => {
        alignTarget.to = value;
      }}
    />
  );
}

/** Aligns and distributes several layers. */
function AlignControls({ context }: { context: ActionContext }) {
  return (
    <>
      <FooterGroup label="Align">
        <AlignTarget />
        {Object.values(alignActions).map((action) => (
          <FooterAction key={action.id} action={action} name={action.title} context={context} />
        ))}
      </FooterGroup>
      <FooterGroup label="Distribute">
        {Object.values(distributeActions).map((action) => (
          <FooterAction key={action.id} action={action} name={action.title} context={context} />
        ))}
      </FooterGroup>
    </>
  );
}

/** Toggles multiple selection by tap, as Shift+click does. */
export function PickButton() {
  const { isOn } = useSnapshot(picking);
  return (
    <FooterButton
      label="Select more"
      icon={<SquareDashedMousePointer />}
      pressed={isOn}
      onClick={() => {
        picking.isOn = !isOn;
      }}
    />
  );
}
