import { ClipboardPaste, Eye, EyeOff, Lock, LockOpen, Paintbrush } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { canHaveStyle } from '../../../engine/edit/copiedStyle.ts';
import { renameLayer } from '../../../engine/edit/layerFlags.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { layerLabel, layerTitle } from '../controls/layerTitle.ts';
import { NameField } from '../controls/NameField.tsx';
import { useLayer } from '../effects/useLayer.ts';
import { alignChoices } from '../footer/AlignControls.tsx';
import { align, applyCopiedStyle, copyStyle, rememberedStyle, toggleHidden, toggleLock } from '../state/arrange.ts';
import { change } from '../state/studio.ts';
import { FieldNames } from '../templates/FieldNames.tsx';

/** Route arrange: name, alignment, lock, visibility and style of the selected layer. */
export default function Arrange() {
  const layer = useLayer();
  if (!layer) return null;
  const { id, isLocked = false, isHidden = false } = layer;
  return (
    <div className="arrange">
      <div className="arrange-field">
        <span aria-hidden="true">Name</span>
        <NameField
          key={id}
          label={`Name of the ${layerTitle(layer).toLowerCase()}`}
          name={layer.name ?? ''}
          placeholder={layerLabel(layer)}
          onName={(name) => change((project) => renameLayer(project, id, name))}
        />
      </div>
      {kindOf(layer).isSeen && (
        <fieldset className="arrange-align" disabled={isLocked}>
          <legend>Align to the canvas</legend>
          {alignChoices.map(({ how, label, name, icon }) => (
            <button key={how} type="button" aria-label={name} onClick={() => align([id], how, 'canvas')}>
              {icon}
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <div className="arrange-pair">
        <button type="button" className="button plain" onClick={() => toggleLock([id])}>
          {isLocked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
          {isLocked ? 'Unlock' : 'Lock'}
        </button>
        <button type="button" className="button plain" onClick={() => toggleHidden([id])}>
          {isHidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          {isHidden ? 'Show' : 'Hide'}
        </button>
      </div>
      <StyleButtons layer={layer} />
      <FieldNames layer={layer} />
    </div>
  );
}

function StyleButtons({ layer }: { layer: Layer }) {
  const { style } = useSnapshot(rememberedStyle);
  const canPaste = style !== null && canHaveStyle(style, layer);
  return (
    <div className="arrange-pair">
      <button type="button" className="button plain" onClick={() => copyStyle(layer.id)}>
        <Paintbrush aria-hidden="true" />
        Copy style
      </button>
      <button
        type="button"
        className="button plain"
        aria-disabled={!canPaste}
        onClick={() => canPaste && applyCopiedStyle([layer.id])}
      >
        <ClipboardPaste aria-hidden="true" />
        Paste style
      </button>
    </div>
  );
}
