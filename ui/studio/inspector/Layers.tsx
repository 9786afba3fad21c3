import { Layers as LayersIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { renameLayer } from '../../../engine/edit/layerFlags.ts';
import { removeLayers } from '../../../engine/edit/severalLayers.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerLabel, layerPreview, layerTitle } from '../../client/media/layerTitle.ts';
import { t } from '../../client/page/t.ts';
import { useHasDocks } from '../../kit/hooks.ts';
import { isAdding } from '../../kit/input.ts';
import { NameField } from '../../kit/NameField.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { contextOf } from '../actions/action.ts';
import { layerActions } from '../actions/layers.ts';
import { endRenaming, renaming } from '../state/arrange.ts';
import { openLayer, toggleLayer } from '../state/go.ts';
import { change, layersIn, sceneOf, studio } from '../state/studio.ts';
import { LayerThumb } from './LayerThumb.tsx';

/** All layers of the whole project and of the scene, front to back. */
export function Layers() {
  const { project, selectedSceneId, selectedLayerId, severalIds } = useSnapshot(studio);
  const { background } = sceneOf(project, selectedSceneId);
  const layers = layersIn(project, selectedSceneId);
  useEffect(() => endRenaming, []);
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
}

function Row({ project, layer, background, isSelected }: RowProps) {
  const title = layerTitle(layer);
  const preview = layerPreview(layer);
  const name = preview ? `${title}, ${preview}` : title;
  const { id, isHidden = false } = layer;
  const isOfProject = project.layers?.some((one) => one.id === id) ?? false;
  const isRenamed = useSnapshot(renaming).layerId === id;
  return (
    <li className={`layer-row ${isSelected ? 'is-selected' : ''}`} data-hidden={isHidden || undefined}>
      {isRenamed ? (
        <span className="grow row layer-open">
          <LayerThumb project={project} layer={layer} background={background} />
          <NameField
            label={`Name of ${name}`}
            name={layer.name ?? ''}
            placeholder={layerLabel(layer)}
            autoFocus
            onName={(words) => change((now) => renameLayer(now, id, words))}
            onEnd={endRenaming}
          />
        </span>
      ) : (
        <button
          type="button"
          className="grow row layer-open"
          aria-current={isSelected || undefined}
          onClick={(event) => (isAdding(event) ? toggleLayer(id) : openLayer(id))}
        >
          <LayerThumb project={project} layer={layer} background={background} />
          <span className="layer-words">
            <strong>{title}</strong>
            {preview && (
              <span className="soft small" translate="no">
                {preview}
              </span>
            )}
            {isOfProject && <span className="soft small">In the whole video</span>}
            {layer.group !== undefined && <span className="soft small">In a group</span>}
          </span>
        </button>
      )}
      <span className="layer-actions">
        <RowActions project={project} layer={layer} name={name} />
      </span>
    </li>
  );
}

const { rename, toggleLock, toggleHidden, bringForward, sendBack } = layerActions;

function RowActions({ project, layer, name }: Pick<RowProps, 'project' | 'layer'> & { name: string }) {
  const context = contextOf(project, [layer.id]);
  const nameOf = (label: string) => `${t(label)}: ${name}`;
  // Next to the inspector, a row is narrow and its middle must stay free to select it: F2 and the menu rename there.
  const first = useHasDocks() ? [] : [rename];
  const order = kindOf(layer).isSeen ? [bringForward, sendBack] : [];
  return (
    <>
      {[...first, toggleLock, toggleHidden, ...order].map((action) => (
        <ActionButton key={action.id} action={action} context={context} nameOf={nameOf} showsState />
      ))}
      <ActionButton
        action={layerActions.delete}
        context={context}
        nameOf={nameOf}
        label="Remove"
        run={(event) => {
          focusNeighbor(event.currentTarget);
          change((now) => removeLayers(now, [layer.id]));
        }}
      />
    </>
  );
}

/** Keeps the focus in the list when a row is removed. */
function focusNeighbor(element: HTMLElement): void {
  const row = element.closest('li');
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('.layer-open')?.focus();
}
