import { defaultFamilies } from '../../engine/painters/fonts.ts';
import { commonFields, commonFieldsOf } from '../../engine/tools/body.ts';
import { type Field, fieldsOf } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { textObject } from '../../engine/tools/textVideo.ts';

// The build replaces this code by its values, so that a form appears before the code that compiles projects is loaded.

/** Properties that only the command line and the reference use. */
type Unasked = 'unitWord' | 'isOpen' | 'flag' | 'alias' | 'minimum' | 'maximum' | 'isFormat';

/** One setting, as a form renders it. */
export interface FormField extends Omit<Field, Unasked | Usual | 'description'>, Partial<Pick<Field, Usual>> {
  /** Only for controls that show it, and if it says more than the title. */
  description?: string;
}

/** Properties omitted at their defaults: no unit, not a number, not of the extra file. */
type Usual = 'unit' | 'isNumber' | 'isOfExtra';

/** Controls that show their description; for the others, title and choices are enough. */
const explained: readonly Field['control'][] = ['switch', 'number', 'lines'];

function asked(field: Field): FormField {
  const { unitWord, isOpen, flag, alias, minimum, maximum, isFormat, description, ...most } = field;
  const { unit, isNumber, isOfExtra, ...kept } = most;
  return {
    ...kept,
    ...(unit ? { unit } : {}),
    ...(isNumber ? { isNumber } : {}),
    ...(isOfExtra ? { isOfExtra } : {}),
    ...(explained.includes(kept.control) && !repeats(kept.title, description) ? { description } : {}),
  };
}

/** Whether a description has only the words of the title, as in "Transition length: length of the transition". */
function repeats(title: string, description: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const known = new Set([...words(title), 'of', 'the', 'video']);
  return words(description).every((word) => known.has(word));
}

/** By tool id: its own settings, and the names of the common ones that it lacks. */
export const forms: Readonly<Record<string, { own: readonly FormField[]; lacks: readonly string[] }>> =
  Object.fromEntries(
    tools.map((tool) => [
      tool.id,
      { own: fieldsOf(tool.settings).map(asked), lacks: lackedBy(Object.keys(commonFieldsOf(tool).shape)) },
    ]),
  );

function lackedBy(names: readonly string[]): string[] {
  return Object.keys(commonFields.shape).filter((name) => !names.includes(name));
}

/** Settings that many tools share. */
export const commonForm: readonly FormField[] = fieldsOf(commonFields).map(asked);

/** Settings of a text with its own position. */
export const textObjectForm: readonly FormField[] = fieldsOf(textObject).map(asked);

/** Font families that forms offer. */
export const families: readonly string[] = defaultFamilies;
