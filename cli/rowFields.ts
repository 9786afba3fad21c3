import { extname } from 'node:path';
import type { ChosenMedia } from '../engine/edit/newLayers.ts';
import { fillFields, type TemplateField, templateFields } from '../engine/edit/templateFields.ts';
import { color, mediaUrl } from '../engine/project/fields.ts';
import { newId } from '../engine/project/id.ts';
import type { Parsed } from '../engine/project/parse.ts';
import { type Problem, problem } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import { mediaTypes } from './mediaTypes.ts';
import type { Row } from './rows.ts';

/**
 * The project with a row's values in those of its named fields that a column is called as. An empty value leaves a file or
 * a colour as it is.
 * @returns a problem for a value that is no colour, or no address of a file.
 */
export function fillRowFields(project: Project, { values }: Row): Parsed<Project> {
  const problems: Problem[] = [];
  const given = new Map<string, string | ChosenMedia>();
  for (const { name, kind } of templateFields(project)) {
    const value = values.get(name);
    if (value === undefined || (value === '' && kind !== 'text')) continue;
    const isGood = kind === 'text' || (kind === 'color' ? color : mediaUrl).safeParse(value).success;
    if (isGood) given.set(name, kind === 'text' || kind === 'color' ? value : fileOf(value, kind));
    else {
      const what = kind === 'color' ? 'a colour such as "#5969e2"' : 'the path of a file';
      problems.push(problem('format', [name], `"${name}" must be ${what}.`));
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: fillFields(project, given, newId) };
}

/** A file that is measured later; its ending says what it seems to be. */
function fileOf(url: string, kind: TemplateField['kind']): ChosenMedia {
  const isVideo = mediaTypes[extname(url).toLowerCase()]?.startsWith('video/');
  const type = kind === 'sound' ? 'audio' : isVideo ? 'video' : 'image';
  return { url, kind: type, width: 0, height: 0, duration: 0, hasAudio: kind === 'sound', animated: false };
}
