import { commonForm, type FormField, forms } from './forms.data.ts';

/** The fields of a watermark, which are asked for together. */
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

/** The settings of a tool's form: its own, and those of every tool that mean something to it. */
export function formOf({ id }: { id: string }): { own: readonly FormField[]; common: readonly FormField[] } {
  const form = forms[id];
  if (!form) return { own: [], common: [] };
  return { own: form.own, common: commonForm.filter(({ name }) => !form.lacks.includes(name)) };
}

/** One of a tool's own settings; undefined where it has none of that name. */
export function fieldOf(tool: { id: string }, name: string): FormField | undefined {
  return forms[tool.id]?.own.find((field) => field.name === name);
}
