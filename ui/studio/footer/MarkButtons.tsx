import { Eye, EyeOff, Lock, LockOpen } from 'lucide-react';
import type { Layer } from '../../../engine/project/layers.ts';
import { toggleHidden, toggleLock } from '../state/arrange.ts';
import { FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';

/** Locks and hides layers, or reverses that if it applies to all. */
export function MarkButtons({ layers }: { layers: readonly Layer[] }) {
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
