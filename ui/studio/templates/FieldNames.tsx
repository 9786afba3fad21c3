import { colorOf } from '../../../engine/edit/style.ts';
import { contentKind, type FieldPart, nameField } from '../../../engine/edit/templateFields.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { NameField } from '../controls/NameField.tsx';
import { change } from '../state/studio.ts';
import './templates.css';

const contentWords = { text: 'Words', file: 'Image or video', sound: 'Audio', color: '' };

/** Names of the template fields of a layer. */
export function FieldNames({ layer }: { layer: Layer }) {
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
