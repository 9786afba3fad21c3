import { useSnapshot } from 'valtio';
import { layersOf } from '../../../engine/edit/find.ts';
import { contextOf } from '../actions/action.ts';
import { layerActions } from '../actions/layers.ts';
import { studio } from '../state/studio.ts';
import { AlignControls } from './AlignControls.tsx';
import { FooterAction } from './FooterAction.tsx';
import { BackButton, FooterBar, FooterGroup, PickButton } from './FooterBar.tsx';

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
