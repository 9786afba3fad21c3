import * as z from 'zod';
import { type Problem, pointerOf } from '../../../engine/project/problems.ts';
import { commonFieldsOf } from '../../../engine/tools/body.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { clipNumber } from '../../../engine/tools/inputs.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import type { Draft } from './storedDrafts.ts';

/** Problems of a draft, by the place that shows them. */
export interface Refusals {
  /** Returns the problem text of a field; '' if there is none or the field is not set. */
  at: (name: string) => string;
  /** First problem that no field shows, to show at Create; with the clip's number if there are several. */
  elsewhere: string | undefined;
}

interface DraftProblems {
  draft: Draft;
  problems: readonly Pick<Problem, 'pointer' | 'message'>[];
  /** Whether Create was pressed: from then on, empty fields count as problems. */
  isAsked: boolean;
  /** Fields that show no problems because another element renders them. */
  silent: readonly string[];
}

/** Sorts the problems of a draft to their fields, worded with field titles, or to Create. */
export function refusalsOf(tool: Tool, { draft, problems, isAsked, silent }: DraftProblems): Refusals {
  const fields = fieldsOf(z.object({ ...tool.settings.shape, ...commonFieldsOf(tool).shape }));
  const shown = fields.filter(({ title, name }) => title !== '' && (isAsked || draft.settings[name] !== undefined));
  const at = (name: string) => {
    const field = shown.find((one) => one.name === name);
    const found = field && problems.find(({ pointer }) => pointer === pointerOf([name]));
    return found ? found.message.replaceAll(`"${name}"`, `“${field.title}”`) : '';
  };
  const ownPointers = shown.filter(({ name }) => !silent.includes(name)).map(({ name }) => pointerOf([name]));
  const titles = new Map(fields.map(({ name, title }) => [`"${name}"`, `“${title || name}”`]));
  const rest = problems.find(({ pointer }) => !ownPointers.includes(pointer));
  const number = rest && clipNumber(rest.pointer);
  const words = rest?.message.replaceAll(/"[a-z]\w*"/gi, (name) => titles.get(name) ?? name);
  return { at, elsewhere: number === undefined ? words : `Clip ${number}: ${words}` };
}
