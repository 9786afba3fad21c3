import { setField } from './drafts.ts';
import { FieldControl } from './FieldControl.tsx';
import { fieldOf } from './formOf.ts';
import type { PanelProps } from './toolPanel.ts';
import './toolForm.css';

interface Props extends Pick<PanelProps, 'tool' | 'draft' | 'refusalOf'> {
  /** Name of one of the tool's own fields. */
  name: string;
}

/** One of the tool's own fields, rendered in a panel as in the form. */
export function ToolField({ tool, draft, refusalOf, name }: Props) {
  const field = fieldOf(tool, name);
  if (!field) return null;
  return (
    <FieldControl
      field={field}
      value={draft.settings[name]}
      duration={(field.isOfBeside && tool.beside ? draft.beside : draft.sources[0])?.duration ?? 0}
      refusal={refusalOf(name)}
      onChange={(value) => setField(tool, name, value)}
    />
  );
}
