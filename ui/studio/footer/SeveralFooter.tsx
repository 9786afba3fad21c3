import { Copy, Group, Trash2, Ungroup } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { layersOf } from '../../../engine/edit/find.ts';
import { unitsOf } from '../../../engine/edit/group.ts';
import { group, ungroup } from '../state/arrange.ts';
import { duplicate, remove } from '../state/layers.ts';
import { studio } from '../state/studio.ts';
import { AlignControls } from './AlignControls.tsx';
import { BackButton } from './BackButton.tsx';
import { FooterBar, FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
import { MarkButtons } from './MarkButtons.tsx';
import { PickButton } from './PickButton.tsx';

/** The footer of a multiple selection. */
export function SeveralFooter() {
  const { project, severalIds } = useSnapshot(studio);
  const layers = layersOf(project, severalIds);
  const units = unitsOf(layers).length;
  const isGrouped = layers.some((layer) => layer.group !== undefined);
  return (
    <FooterBar label="Selection" lead={<BackButton />}>
      <h2 className="footer-head footer-order numbers">
        <strong>{layers.length}</strong> <span className="footer-label">layers</span>
      </h2>
      <FooterGroup label="Selection">
        <PickButton />
        <FooterButton label="Group" icon={<Group />} disabled={units < 2} onClick={() => group(severalIds)} />
        <FooterButton label="Ungroup" icon={<Ungroup />} disabled={!isGrouped} onClick={() => ungroup(severalIds)} />
      </FooterGroup>
      <AlignControls ids={severalIds} units={units} />
      <MarkButtons layers={layers} />
      <FooterGroup label="Layers">
        <FooterButton label="Duplicate" icon={<Copy />} onClick={() => duplicate(severalIds)} />
        <FooterButton className="is-bad" label="Delete" icon={<Trash2 />} onClick={() => remove(severalIds)} />
      </FooterGroup>
    </FooterBar>
  );
}
