import {
  ChevronDown,
  ChevronUp,
  Eye,
  EyeOff,
  Layers as LayersIcon,
  Lock,
  LockOpen,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { renameLayer } from '../../../engine/edit/layerFlags.ts';
import { removeLayer } from '../../../engine/edit/layers.ts';
import { bringForward, type LayerOrder, layerOrder, sendBack } from '../../../engine/edit/order.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerLabel, layerPreview, layerTitle } from '../../client/media/layerTitle.ts';
import { t } from '../../client/page/t.ts';
import { NameField } from '../../kit/NameField.tsx';
import { LayerThumb } from '../../player/LayerThumb.tsx';
import { toggleHidden, toggleLock } from '../state/arrange.ts';
import { openLayer, toggleLayer } from '../state/go.ts';
import { change, sceneOf, studio } from '../state/studio.ts';

/** All layers of the scene, front to back. */
export function Layers() {
  const { project, selectedSceneId, selectedLayerId, severalIds } = useSnapshot(studio);
  const { layers, background } = sceneOf(project, selectedSceneId);
  if (layers.length === 0) return <NoLayers />;
  return (
    <ul className="layer-list">
      {layers.map((layer) => (
        <Row
          key={layer.id}
          project={project}
          layer={layer}
          background={background}
          isSelected={layer.id === selectedLayerId || severalIds.includes(layer.id)}
          order={layerOrder(project, layer.id)}
        />
      ))}
    </ul>
  );
}

function NoLayers() {
  return (
    <div className="empty">
      <LayersIcon aria-hidden="true" />
      <p>No layers to show. Add a layer to your media to get started!</p>
    </div>
  );
}

interface RowProps {
  project: Project;
  layer: Layer;
  background: string;
  isSelected: boolean;
  /** Absent for audio, which has no stacking order. */
  order: LayerOrder | undefined;
}

function Row({ project, layer, background, isSelected, order }: RowProps) {
  const title = layerTitle(layer);
  const preview = layerPreview(layer);
  const name = preview ? `${title}, ${preview}` : title;
  const { id, isLocked = false, isHidden = false } = layer;
  const [isNamed, setIsNamed] = useState(false);
  return (
    <li className={`layer-row ${isSelected ? 'is-selected' : ''}`} data-hidden={isHidden || undefined}>
      {isNamed ? (
        <span className="grow row layer-open">
          <LayerThumb project={project} layer={layer} background={background} />
          <NameField
            label={`Name of ${name}`}
            name={layer.name ?? ''}
            placeholder={layerLabel(layer)}
            autoFocus
            onName={(words) => change((now) => renameLayer(now, id, words))}
            onEnd={() => setIsNamed(false)}
          />
        </span>
      ) : (
        <button
          type="button"
          className="grow row layer-open"
          aria-current={isSelected || undefined}
          onClick={(event) => (event.shiftKey ? toggleLayer(id) : openLayer(id))}
        >
          <LayerThumb project={project} layer={layer} background={background} />
          <span className="layer-words">
            <strong>{title}</strong>
            {preview && (
              <span className="soft small" translate="no">
                {preview}
              </span>
            )}
            {layer.group !== undefined && <span className="soft small">In a group</span>}
          </span>
        </button>
      )}
      <span className="layer-actions">
        <Action label={`Rename: ${name}`} icon={<Pencil aria-hidden="true" />} onClick={() => setIsNamed(true)} />
        <Action
          label={`${isLocked ? 'Unlock' : 'Lock'}: ${name}`}
          icon={isLocked ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
          isOn={isLocked}
          onClick={() => toggleLock([id])}
        />
        <Action
          label={`${isHidden ? 'Show' : 'Hide'}: ${name}`}
          icon={isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          isOn={isHidden}
          onClick={() => toggleHidden([id])}
        />
        {order && (
          <>
            <Action
              label={`Bring forward: ${name}`}
              icon={<ChevronUp aria-hidden="true" />}
              disabled={!order.canBringForward}
              onClick={() => change((now) => bringForward(now, layer.id))}
            />
            <Action
              label={`Send back: ${name}`}
              icon={<ChevronDown aria-hidden="true" />}
              disabled={!order.canSendBack}
              onClick={() => change((now) => sendBack(now, layer.id))}
            />
          </>
        )}
        <Action
          label={`Remove: ${name}`}
          icon={<Trash2 aria-hidden="true" />}
          onClick={(event) => {
            focusNeighbor(event.currentTarget);
            change((now) => removeLayer(now, layer.id));
          }}
        />
      </span>
    </li>
  );
}

interface ActionProps {
  label: string;
  icon: React.ReactNode;
  disabled?: boolean;
  /** Whether the toggle is on. */
  isOn?: boolean;
  onClick: (event: React.MouseEvent<HTMLElement>) => void;
}

function Action({ label, icon, disabled, isOn, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      title={t(label).split(':')[0]}
      aria-disabled={disabled}
      data-on={isOn || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
    </button>
  );
}

/** Keeps the focus in the list when a row is removed. */
function focusNeighbor(element: HTMLElement): void {
  const row = element.closest('li');
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('.layer-open')?.focus();
}
