import { printTableLine } from '../../../engine/edit/tableRows.ts';
import { type TemplateField, templateFields } from '../../../engine/edit/templateFields.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import { loadTemplate } from '../../client/projects/templates.ts';
import { openSheet } from '../state/go.ts';
import { studio } from '../state/studio.ts';
import { lastSource, openTable, table } from './table.ts';

/** Opens the table of a template. @param words field values entered so far, used as the first row. */
export async function openRows(sourceId: string, template: Project, words: Record<string, string>): Promise<void> {
  await openTable(sourceId, template, firstTable(template, words));
  openSheet('many-rows');
}

/** Shows the requested table; after a reload, the one last open in this tab, else that of the open project. */
export async function beginTable(): Promise<void> {
  const id = lastSource();
  const stored = id === '' || id === studio.projectId ? undefined : await loadTemplate(id);
  // A project's table is always read again, since the project may have changed.
  if (stored && table.project) return;
  const [sourceId, project] = stored ? [id, stored] : [studio.projectId, studio.project];
  await restoreMedia(fileReferences(project).map(({ url }) => url));
  await openTable(sourceId, project, firstTable(project, {}));
}

/** An initial table: the fields, and one row with the template's values. */
function firstTable(project: Project, words: Record<string, string>): string {
  const fields = templateFields(project);
  const firstValue = ({ name, kind, value }: TemplateField) => {
    if (kind === 'file' || kind === 'sound') return '';
    // An empty row would be ignored.
    return words[name] || value || name;
  };
  return [fields.map(({ name }) => name), fields.map(firstValue)].map((line) => `${printTableLine(line)}\n`).join('');
}
