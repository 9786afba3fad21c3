import { proxy, ref } from 'valtio/vanilla';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { fillFields, type TemplateField, templateFields } from '../../../engine/edit/templateFields.ts';
import { newId } from '../../../engine/project/id.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { addFile } from '../../client/media/addFile.ts';
import type { LocalMedia } from '../../client/media/mediaEntry.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import { saveBlob } from '../../client/page/saveFile.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { packProject } from '../../client/projects/packProject.ts';
import { readTemplate } from '../../client/projects/samples.ts';
import { loadTemplate, removeTemplate, saveTemplate, type TemplateHead } from '../../client/projects/templates.ts';
import { thumbnail } from '../../player/thumbnail.ts';
import { openRows } from '../rows/beginTable.ts';
import { soundOf } from '../state/addFiles.ts';
import { closeSheet, goTo, openSheet } from '../state/go.ts';
import { openCopy } from '../state/open.ts';
import { change, studio } from '../state/studio.ts';

/** The template being filled in, and the answers so far. */
export const templateForm = proxy({
  /** Id of the template; '' while the open project is filled in. */
  id: '',
  name: '',
  /** Empty if no template is in use. */
  fields: [] as TemplateField[],
  /** Text and color values by field name; initially those of the template. */
  words: {} as Record<string, string>,
  files: {} as Record<string, Unproxied<LocalMedia>>,
  /** The field whose file is being probed; '' for none. */
  busy: '',
  /** Whether the open project itself is filled in, instead of a new one. */
  isOpen: false,
});

let template: Project | undefined;

/** Saves the open project as a template and reports it. */
export async function saveAsTemplate(): Promise<void> {
  try {
    const { project } = studio;
    await saveTemplate(project, await thumbnail(project).catch(() => undefined));
    const count = templateFields(project).length;
    const asked = count === 0 ? 'This template has no fields. Name fields under “Arrange” of a layer.' : '';
    showNote(`“${project.name ?? UNNAMED}” was added to your templates. ${asked}`.trim());
  } catch (error) {
    showFailure(error);
  }
}

/** Shows the form of a template. A template without fields is opened at once as a new project. */
export async function beginTemplate({ id, name }: Pick<TemplateHead, 'id' | 'name'>): Promise<void> {
  template = await loadTemplate(id);
  if (!template) return showError(`“${name}” can no longer be read.`);
  await restoreMedia(fileReferences(template).map(({ url }) => url));
  const fields = templateFields(template);
  if (fields.length === 0) return openCopy(template);
  templateForm.id = id;
  openForm(name, fields, false);
}

/** Shows the form of the open project, which is filled in itself. */
export function beginFilling(): void {
  template = studio.project;
  openForm(template.name ?? UNNAMED, templateFields(template), true);
}

function openForm(name: string, fields: TemplateField[], isOpen: boolean): void {
  const words = fields.filter(({ kind }) => kind === 'text' || kind === 'color');
  Object.assign(templateForm, { name, fields, files: {}, busy: '', isOpen });
  templateForm.words = Object.fromEntries(words.map((field) => [field.name, field.value]));
  openSheet('templates');
}

/** Continues with a table of values instead of a single set. */
export async function fillMany(): Promise<void> {
  if (!template) return;
  await openRows(templateForm.isOpen ? studio.projectId : templateForm.id, template, { ...templateForm.words });
}

/** Returns to the list of templates. */
export function leaveTemplate(): void {
  template = undefined;
  Object.assign(templateForm, { name: '', fields: [], words: {}, files: {}, busy: '', isOpen: false });
}

/** Sets the file of a field. */
export async function chooseFile({ name, kind }: TemplateField, file: File): Promise<void> {
  templateForm.busy = name;
  const before = template;
  try {
    const media = await addFile(file, kind === 'sound' ? { audio: true } : {});
    if (template === before) templateForm.files[name] = ref(kind === 'sound' ? soundOf(media) : media);
  } catch (error) {
    showFailure(error);
  } finally {
    templateForm.busy = '';
  }
}

/**
 * Fills the open project in one undo step, or opens the filled template as a new project. The template stays unchanged.
 */
export async function makeFromTemplate(): Promise<void> {
  if (!template) return;
  const isNew = ({ name, value }: TemplateField) => templateForm.words[name] !== value;
  const words = templateForm.fields.filter(isNew).flatMap(({ name }) => [[name, templateForm.words[name]] as const]);
  const values = new Map<string, string | ChosenMedia>([
    ...words.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])),
    ...Object.entries(templateForm.files),
  ]);
  const made = parseProject(fillFields(template, values, newId));
  // Several values in one text may exceed its maximum length together.
  if (!made.ok) return showError(made.problems[0]?.message ?? '');
  if (templateForm.isOpen) {
    change((project) => fillFields(project, values, newId));
    return closeSheet();
  }
  leaveTemplate();
  await openCopy(made.value);
}

/** Deletes a template and offers to undo it. */
export async function dropTemplate({ id, name }: Pick<TemplateHead, 'id' | 'name'>): Promise<void> {
  try {
    const putBack = await removeTemplate(id);
    showNote(`“${name}” was removed from your templates.`, { action: { label: 'Undo', run: () => void putBack() } });
  } catch (error) {
    showFailure(error);
  }
}

/** Saves a template with its media as one file, which can be imported elsewhere by "Open a file". */
export async function saveTemplateFile({ id, name }: Pick<TemplateHead, 'id' | 'name'>): Promise<void> {
  try {
    const project = await loadTemplate(id);
    if (!project) return showError(`“${name}” can no longer be read.`);
    const { blob, fileName } = await packProject(project);
    saveBlob(fileName, blob);
  } catch (error) {
    showFailure(error);
  }
}

/** Opens a ready-made project as a new one, with the form of its fields. */
export async function openTemplate(id: string): Promise<void> {
  const read = await readTemplate(id).catch(() => undefined);
  if (!read) {
    goTo('', { replace: true });
    return showNote('This ready-made project does not exist.');
  }
  await openCopy({ name: read.name, ...read.project }, { replace: true });
  beginFilling();
}
