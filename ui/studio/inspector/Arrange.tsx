import { useSnapshot } from 'valtio';
import { renameLayer } from '../../../engine/edit/layerFlags.ts';
import { colorOf } from '../../../engine/edit/style.ts';
import { type FieldPart, nameField } from '../../../engine/edit/templateFields.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { layerLabel, layerTitle } from '../../client/media/layerTitle.ts';
import { NameField } from '../../kit/NameField.tsx';
import { type Action, type ActionContext, currentContext, faceOf } from '../actions/action.ts';
import { alignActions } from '../actions/align.ts';
import { ariaKeys, tooltip } from '../actions/keyLabels.ts';
import { clipboardActions, layerActions } from '../actions/layers.ts';
import { rememberedStyle } from '../state/arrange.ts';
import { useLayer } from '../state/layers.ts';
import { change } from '../state/studio.ts';
import '../style/panels.css';

/** Route arrange: name, alignment, lock, visibility and style of the selected layer. */
export function Arrange() {
  const layer = useLayer();
  if (!layer) return null;
  const context = { ...currentContext(), layer };
  const { id, isLocked = false } = layer;
  return (
    <div className="stack-2 arrange">
      <div className="stack-half arrange-field">
        <span className="label" aria-hidden="true">
          Name
        </span>
        <NameField
          key={id}
          label={`Name of the ${layerTitle(layer).toLowerCase()}`}
          name={layer.name ?? ''}
          placeholder={layerLabel(layer)}
          onName={(name) => change((project) => renameLayer(project, id, name))}
        />
      </div>
      {kindOf(layer).isSeen && (
        <fieldset className="stack arrange-align" disabled={isLocked}>
          <legend>Align to the canvas</legend>
          {Object.values(alignActions).map(({ id, title, label, icon: Icon, run }) => (
            <button key={id} type="button" aria-label={title} onClick={() => run?.(context)}>
              {Icon && <Icon />}
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <div className="stack arrange-pair">
        <ActionButton action={layerActions.toggleLock} context={context} />
        <ActionButton action={layerActions.toggleHidden} context={context} />
      </div>
      <StyleButtons context={context} />
      <FieldNames layer={layer} />
    </div>
  );
}

function StyleButtons({ context }: { context: ActionContext }) {
  // Pasting becomes possible when a style is copied.
  useSnapshot(rememberedStyle);
  return (
    <div className="stack arrange-pair">
      <ActionButton action={clipboardActions.copyStyle} context={context} />
      <ActionButton action={clipboardActions.pasteStyle} context={context} />
    </div>
  );
}

function ActionButton({ action, context }: { action: Action; context: ActionContext }) {
  const { label, icon: Icon } = faceOf(action, context);
  const isOff = action.isOff?.(context);
  return (
    <button
      type="button"
      className="button plain"
      title={tooltip(action, label)}
      aria-keyshortcuts={ariaKeys(action)}
      aria-disabled={isOff}
      onClick={() => !isOff && action.run?.(context)}
    >
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </button>
  );
}

const contentWords = { text: 'Text', file: 'Image or video', sound: 'Audio', color: '' };

/** Names of the template fields of a layer. */
function FieldNames({ layer }: { layer: Layer }) {
  const kind = kindOf(layer).content;
  const hasColor = layer.type !== 'placeholder' && colorOf(layer, 'color') !== undefined;
  if (!kind && !hasColor) return null;
  return (
    <fieldset className="stack field-names">
      <legend>Template field</legend>
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
