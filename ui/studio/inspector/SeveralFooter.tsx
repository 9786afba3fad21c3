import { Copy, Eye, EyeOff, Group, Lock, LockOpen, Trash2, Ungroup } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { layersOf } from '../../../engine/edit/find.ts';
import { unitsOf } from '../../../engine/edit/group.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { group, toggleHidden, toggleLock, ungroup } from '../state/arrange.ts';
import { duplicate, remove } from '../state/layers.ts';
import { studio } from '../state/studio.ts';
import { AlignControls } from './AlignControls.tsx';
import { BackButton, FooterBar, FooterGroup, PickButton } from './FooterBar.tsx';

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

/** Locks and hides layers, or reverses that if it applies to all. */
function MarkButtons({ layers }: { layers: readonly Layer[] }) {
  const ids = layers.map(({ id }) => id);
  const isLocked = layers.every((layer) => layer.isLocked);
  const isHidden = layers.every((layer) => layer.isHidden);
  return (
    <FooterGroup label="Lock and hide">
      <FooterButton
        label={isLocked ? 'Unlock' : 'Lock'}
        icon={isLocked ? <LockOpen /> : <Lock />}
        onClick={() => toggleLock(ids)}
      />
      <FooterButton
        label={isHidden ? 'Show' : 'Hide'}
        icon={isHidden ? <Eye /> : <EyeOff />}
        onClick={() => toggleHidden(ids)}
      />
    </FooterGroup>
  );
}
