import { ClipboardPaste, Eye, EyeOff, Lock, LockOpen, Paintbrush } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { canHaveStyle } from '../../../engine/edit/copiedStyle.ts';
import { renameLayer } from '../../../engine/edit/layerFlags.ts';
import { colorOf } from '../../../engine/edit/style.ts';
import { contentKind, type FieldPart, nameField } from '../../../engine/edit/templateFields.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { NameField } from '../../kit/NameField.tsx';
import { align, applyCopiedStyle, copyStyle, rememberedStyle, toggleHidden, toggleLock } from '../state/arrange.ts';
import { useLayer } from '../state/layers.ts';
import { layerLabel, layerTitle } from '../state/layerTitle.ts';
import { change } from '../state/studio.ts';
import { alignChoices } from './AlignControls.tsx';
import '../style/panels.css';

/** Route arrange: name, alignment, lock, visibility and style of the selected layer. */
export function Arrange() {
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

const contentWords = { text: 'Words', file: 'Image or video', sound: 'Audio', color: '' };

/** Names of the template fields of a layer. */
function FieldNames({ layer }: { layer: Layer }) {
  const kind = contentKind(layer);
  const hasColor = layer.type !== 'placeholder' && colorOf(layer, 'color') !== undefined;
  if (!kind && !hasColor) return null;
  return (
    <fieldset className="field-names">
      <legend>Field of a template</legend>
      {kind && <FieldName layer={layer} part="content" words={contentWords[kind]} />}
      {hasColor && <FieldName layer={layer} part="color" words="Color" />}
    </fieldset>
  );
}

function FieldName({ layer: { id, fieldNames }, part, words }: { layer: Layer; part: FieldPart; words: string }) {
  return (
    <div>
      <span aria-hidden="true">{words}</span>
      <NameField
        key={id}
        label={`Field for: ${words.toLowerCase()}`}
        name={fieldNames?.[part] ?? ''}
        placeholder="No field"
        onName={(name) => change((project) => nameField(project, id, part, name))}
      />
    </div>
  );
}
