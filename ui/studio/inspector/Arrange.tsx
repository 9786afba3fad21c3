import { Copyright } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { renameLayer } from '../../../engine/edit/layerFlags.ts';
import { colorOf } from '../../../engine/edit/style.ts';
import { type FieldPart, nameField } from '../../../engine/edit/templateFields.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { layerLabel, layerTitle } from '../../client/media/layerTitle.ts';
import { NameField } from '../../kit/NameField.tsx';
import { type Action, type ActionContext, applies, currentContext, faceOf } from '../actions/action.ts';
import { alignActions } from '../actions/align.ts';
import { contentActions } from '../actions/content.ts';
import { ariaKeys, tooltip } from '../actions/keyLabels.ts';
import { clipboardActions, layerActions } from '../actions/layers.ts';
import { addCredit } from '../images/addCredit.ts';
import { rememberedStyle } from '../state/arrange.ts';
import { useLayer } from '../state/layers.ts';
import { change } from '../state/studio.ts';
import '../style/panels.css';

/** Route arrange: name, alignment, lock, visibility and style of the selected layer. */
export function Arrange() {
  const layer = useLayer();
  if (!layer) return null;
  const context = { ...currentContext(), layer };
  const { isLocked = false } = layer;
  return (
    <div className="stack-2 arrange">
      <LayerName layer={layer} />
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
        <LabeledAction action={layerActions.toggleLock} context={context} />
        <LabeledAction action={layerActions.toggleHidden} context={context} />
      </div>
      <StyleButtons context={context} />
      <FieldNames layer={layer} />
    </div>
  );
}

/** Name and template fields of a layer, and other actions on it. */
export function LayerDetails({ layer, context }: { layer: Layer; context: ActionContext }) {
  const { addMeme, freezeFrame } = contentActions;
  const actions = [addMeme, freezeFrame, layerActions.applyToAll].filter((action) => applies(action, context));
  return (
    <div className="stack-2">
      <LayerName layer={layer} />
      <StyleButtons context={context} />
      {actions.map((action) => (
        <LabeledAction key={action.id} action={action} context={context} />
      ))}
      {'credit' in layer && layer.credit && (
        <button type="button" className="button plain" onClick={() => addCredit(layer.credit ?? '')}>
          <Copyright aria-hidden="true" />
          Credit as a text
        </button>
      )}
      <FieldNames layer={layer} />
    </div>
  );
}

function LayerName({ layer }: { layer: Layer }) {
  const { id } = layer;
  return (
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
  );
}

function StyleButtons({ context }: { context: ActionContext }) {
  // Pasting becomes possible when a style is copied.
  useSnapshot(rememberedStyle);
  return (
    <div className="stack arrange-pair">
      <LabeledAction action={clipboardActions.copyStyle} context={context} />
      <LabeledAction action={clipboardActions.pasteStyle} context={context} />
    </div>
  );
}

/** A button with icon and label of an action. */
export function LabeledAction({ action, context }: { action: Action; context: ActionContext }) {
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
