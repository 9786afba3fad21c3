import * as z from 'zod';
import { type Problem, pointerOf } from '../../engine/project/problems.ts';
import { commonFieldsOf } from '../../engine/tools/body.ts';
import { fieldsOf } from '../../engine/tools/field.ts';
import { clipNumber } from '../../engine/tools/inputs.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import type { Draft } from './storedDrafts.ts';

/** What is wrong with a draft, sorted by where it is said. */
export interface Refusals {
  /** What is wrong with a field that somebody has set, in words; '' for nothing. */
  at: (name: string) => string;
  /** The first of the others, which is said at Create, of several files with its number; undefined when there is none. */
  elsewhere: string | undefined;
}

interface Given {
  draft: Draft;
  problems: readonly Pick<Problem, 'pointer' | 'message'>[];
  /** Whether Create was pressed: what was left empty is wrong from then on. */
  isAsked: boolean;
  /** Fields at which the page says nothing, because something else than a field asks for them. */
  silent: readonly string[];
}

/** Sorts the problems of a draft: to their fields, in the words of the form, or to Create. */
export function refusalsOf(tool: Tool, { draft, problems, isAsked, silent }: Given): Refusals {
  const fields = fieldsOf(z.object({ ...tool.settings.shape, ...commonFieldsOf(tool).shape }));
  const shown = fields.filter(({ title, name }) => title !== '' && (isAsked || draft.settings[name] !== undefined));
  const at = (name: string) => {
    const field = shown.find((one) => one.name === name);
    const found = field && problems.find(({ pointer }) => pointer === pointerOf([name]));
    return found ? found.message.replaceAll(`"${name}"`, `“${field.title}”`) : '';
  };
  const said = shown.filter(({ name }) => !silent.includes(name)).map(({ name }) => pointerOf([name]));
  const titles = new Map(fields.map(({ name, title }) => [`"${name}"`, `“${title || name}”`]));
  const rest = problems.find(({ pointer }) => !said.includes(pointer));
  const number = rest && clipNumber(rest.pointer);
  const words = rest?.message.replaceAll(/"[a-z]\w*"/gi, (name) => titles.get(name) ?? name);
  return { at, elsewhere: number === undefined ? words : `Clip ${number}: ${words}` };
}
