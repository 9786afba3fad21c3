import { commonForm, type FormField, forms } from './forms.data.ts';

/** Watermark fields, which are rendered together. */
export const WATERMARK_FIELDS = [
  'watermarkText',
  'watermarkPos',
  'watermarkFont',
  'watermarkColor',
  'watermarkSize',
  'watermarkOpacity',
  'watermarkImg',
  'watermarkMedium',
];

/** Returns the settings of a tool's form: its own, and the common ones that apply to it. */
export function formOf({ id }: { id: string }): { own: readonly FormField[]; common: readonly FormField[] } {
  const form = forms[id];
  if (!form) return { own: [], common: [] };
  return { own: form.own, common: commonForm.filter(({ name }) => !form.lacks.includes(name)) };
}

/** Returns one of the tool's own settings; undefined if it has none of that name. */
export function fieldOf(tool: { id: string }, name: string): FormField | undefined {
  return forms[tool.id]?.own.find((field) => field.name === name);
}
