import { Copy, Plus, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../kit/IconButton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { endStep, setField } from '../drafts.ts';
import { FieldControl } from '../FieldControl.tsx';
import { fieldOf } from '../formOf.ts';
import { type FormField, textObjectForm } from '../forms.data.ts';
import type { FirstPanelProps } from '../toolPanel.ts';
import {
  addObject,
  duplicateObject,
  MAX_OBJECTS,
  objectsOf,
  removeObject,
  selection,
  setObject,
  type TextObject,
} from './textObjects.ts';
import '../../kit/style/panels.css';
import '../toolForm.css';
import '../toolPanels.css';

/** Entrance animation of all texts, and style of the selected text with its own position. */
export function TextControls({ tool, draft }: FirstPanelProps) {
  const objects = objectsOf(draft);
  const { id } = useSnapshot(selection);
  const selected = objects.find((one) => one.id === id);
  useEffect(
    () => () => {
      selection.id = '';
    },
    [],
  );
  return (
    <div className="stack-2">
      <AnimationCards tool={tool} value={draft.settings.animationTemplate} />
      {selected && <ObjectControls tool={tool} object={selected} usual={draft.settings} />}
      {objects.length < MAX_OBJECTS && (
        <button type="button" className="button plain" onClick={() => (selection.id = addObject(tool))}>
          <Plus aria-hidden="true" />
          Add text
        </button>
      )}
    </div>
  );
}

function AnimationCards({ tool, value }: { tool: { id: string }; value: unknown }) {
  const field = fieldOf(tool, 'animationTemplate');
  if (!field) return null;
  return (
    <fieldset className="animation-cards">
      <legend>{field.title}</legend>
      {field.choices.map((choice) => (
        <label key={choice.value} className="choice stack-half animation-card">
          <input
            type="radio"
            className="card-input"
            name="animation-template"
            checked={choice.value === (value ?? field.default)}
            onChange={() => setField(tool, field.name, choice.value === field.default ? undefined : choice.value)}
          />
          <span className={`animation-letters is-${choice.value}`} />
          <span>{choice.title}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ControlsProps {
  tool: { id: string };
  object: TextObject;
  /** Settings used where the text has none of its own. */
  usual: Readonly<Record<string, unknown>>;
}

function ObjectControls({ tool, object, usual }: ControlsProps) {
  const { id, text, font = String(usual.font ?? 'Arial'), fontWeight, outline = 'none' } = object;
  const isBold = (fontWeight ?? (font === 'Impact' ? 500 : 600)) >= 600;
  const set = (values: Partial<TextObject>, step = '') => setObject(tool, id, values, step);
  const name = text.trim() === '' ? 'Empty text' : `“${text.trim()}”`;
  const asked = (field: FormField, value: unknown) => (
    <FieldControl
      field={field}
      value={value}
      duration={0}
      refusal=""
      onChange={(next) => set({ [field.name]: next }, field.name)}
    />
  );
  return (
    <fieldset className="card stack-2 text-object">
      <legend>{name}</legend>
      {asked(fields.font, font)}
      {asked(fields.fontSize, object.fontSize)}
      {asked(fields.color, object.color ?? String(usual.color ?? 'white'))}
      {outline !== 'none' && asked(fields.outline, outline)}
      <div className="is-wide">
        <Switch
          label="Bold"
          hint="Heavier letters."
          on={isBold}
          onChange={(on) => set({ fontWeight: on ? 600 : 400 })}
        />
        <Switch
          label="Outline"
          hint="A line around the letters."
          on={outline !== 'none'}
          onChange={(on) => set({ outline: on ? '#000000' : 'none' })}
        />
      </div>
      <div className="text-object-actions is-wide">
        <IconButton
          icon={Copy}
          label={`Duplicate ${name}`}
          title="Duplicate"
          onClick={() => (selection.id = duplicateObject(tool, object))}
        />
        <IconButton
          icon={Trash2}
          label={`Remove ${name}`}
          title="Remove"
          onClick={() => {
            endStep();
            removeObject(tool, id);
            requestAnimationFrame(() => document.querySelector<HTMLElement>('.text-objects > button')?.focus());
          }}
        />
      </div>
    </fieldset>
  );
}

const fields = Object.fromEntries(textObjectForm.map((field) => [field.name, field])) as Record<
  'font' | 'fontSize' | 'color' | 'outline',
  FormField
>;
