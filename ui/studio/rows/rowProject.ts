import { notThere, projectOfRow } from '../../../engine/edit/fillRow.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { Row } from '../../../engine/edit/tableRows.ts';
import type { TemplateField } from '../../../engine/edit/templateFields.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { fileNameOf, isLink, sameName } from '../../media/references.ts';
import { soundOf } from '../state/addFiles.ts';
import { type RowFile, table } from './table.ts';

/** What rows are made with; it never changes. */
export interface RowSource {
  readonly project: Project | undefined;
  readonly files: readonly RowFile[];
  /** How many digits a row's number has in the name of its result. */
  readonly digits: number;
  readonly made: WeakMap<Row, Parsed<Project>>;
}

let now: RowSource = { project: undefined, files: [], digits: 1, made: new WeakMap() };

/** What rows are made with as the table is now: the same as long as nothing of it changes. */
export function rowSource(): RowSource {
  const { project, files, rows } = table;
  const digits = String(rows.length).length;
  const isSame = now.project === project && now.files === files && now.digits === digits;
  if (!isSame) now = { project, files, digits, made: new WeakMap() };
  return now;
}

/** The project of a row, made once; called as the template, with the row's number. */
export function projectOf(row: Row, source = rowSource()): Parsed<Project> {
  const { project, files, made } = source;
  const known = made.get(row);
  if (known) return known;
  const filled = projectOfRow(project, row, (url, kind) => fileOf(url, kind, files));
  const parsed = filled.ok ? { ...filled, value: { ...filled.value, name: nameOfRow(row, source) } } : filled;
  made.set(row, parsed);
  return parsed;
}

/** What the result of a row is called: the number has as many digits as that of the last one. */
function nameOfRow({ number }: Row, { project, digits }: RowSource): string {
  return `${project?.name ?? 'row'}-${String(number).padStart(digits, '0')}`;
}

/** The file of this device that a value names, or a link, which the server fetches. */
function fileOf(url: string, kind: TemplateField['kind'], files: RowSource['files']): ChosenMedia | string {
  if (isLink(url)) return linked(url, kind);
  const media = fileNamed(url, files);
  if (!media) return notThere(url);
  if (kind !== 'sound') return media.kind === 'audio' ? messages.uploadUnreadable : media;
  return media.hasAudio ? soundOf(media) : messages.audioMissing;
}

/** The file that a value of the table means, as people name files: with or without a folder, in any capitals. */
export function fileNamed(url: string, files: RowSource['files']): RowFile | undefined {
  const name = fileNameOf(url);
  return files.find((file) => file.name === name) ?? files.find((file) => sameName(file.name, name));
}

/** The server measures it. */
function linked(url: string, kind: TemplateField['kind']): ChosenMedia {
  const isVideo = /\.(mp4|m4v|mov|webm|mkv|mpe?g|ogv)([?#]|$)/i.test(url);
  const type = kind === 'sound' ? 'audio' : isVideo ? 'video' : 'image';
  return { url, kind: type, width: 0, height: 0, duration: 0, hasAudio: kind === 'sound', animated: false };
}
