import { defaultFamilies } from '../../engine/painters/fonts.ts';
import { commonFields, commonFieldsOf } from '../../engine/tools/body.ts';
import { type Field, fieldsOf } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { textObject } from '../../engine/tools/textVideo.ts';

// The build puts values in the place of this code: a form is there before what makes projects of it.

/** What only the command line and the reference say of a field. */
type Unasked = 'unitWord' | 'isOpen' | 'flag' | 'alias' | 'minimum' | 'maximum' | 'isFormat';

/** One setting as a form asks for it. */
export interface FormField extends Omit<Field, Unasked | Usual | 'description'>, Partial<Pick<Field, Usual>> {
  /** Only of a control that shows it. */
  description?: string;
}

/** What is left out where it says nothing: no unit, no number, not of the other file. */
type Usual = 'unit' | 'isNumber' | 'isOfBeside';

/** The controls that say in a sentence what they are for; of the others title and choices say it. */
const explained: readonly Field['control'][] = ['switch', 'number', 'lines'];

function asked(field: Field): FormField {
  const { unitWord, isOpen, flag, alias, minimum, maximum, isFormat, description, ...most } = field;
  const { unit, isNumber, isOfBeside, ...kept } = most;
  return {
    ...kept,
    ...(unit ? { unit } : {}),
    ...(isNumber ? { isNumber } : {}),
    ...(isOfBeside ? { isOfBeside } : {}),
    ...(explained.includes(kept.control) ? { description } : {}),
  };
}

/** A tool's own settings and the names of those that it has not, though many tools have them, by its id. */
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

/** The settings that many tools have beside their own. */
export const commonForm: readonly FormField[] = fieldsOf(commonFields).map(asked);

/** What is set of a text with a place of its own. */
export const textObjectForm: readonly FormField[] = fieldsOf(textObject).map(asked);

/** The families of fonts that forms offer. */
export const families: readonly string[] = defaultFamilies;
