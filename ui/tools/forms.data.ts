import { defaultFamilies } from '../../engine/painters/fonts.ts';
import { commonFields, commonFieldsOf } from '../../engine/tools/body.ts';
import { type Field, fieldsOf } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { textObject } from '../../engine/tools/textVideo.ts';

// The build puts values in the place of this code: a form is there before what makes projects of it.

/** What only the command line and the reference say of a field. */
type Unasked = 'unitWord' | 'isOpen' | 'flag' | 'alias' | 'minimum' | 'maximum' | 'isFormat';

/** One setting as a form asks for it. */
export type FormField = Omit<Field, Unasked>;

function asked({ unitWord, isOpen, flag, alias, minimum, maximum, isFormat, ...field }: Field): FormField {
  return field;
}

/** A tool's own settings and the names of those that it has in common with others, by its id. */
export const forms: Readonly<Record<string, { own: readonly FormField[]; common: readonly string[] }>> =
  Object.fromEntries(
    tools.map((tool) => [
      tool.id,
      { own: fieldsOf(tool.settings).map(asked), common: Object.keys(commonFieldsOf(tool).shape) },
    ]),
  );

/** The settings that many tools have beside their own. */
export const commonForm: readonly FormField[] = fieldsOf(commonFields).map(asked);

/** What is set of a text with a place of its own. */
export const textObjectForm: readonly FormField[] = fieldsOf(textObject).map(asked);

/** The families of fonts that forms offer. */
export const families: readonly string[] = defaultFamilies;
