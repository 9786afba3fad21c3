import { fileMissing, projectOfRow } from '../../../engine/edit/fillRow.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { Row } from '../../../engine/edit/tableRows.ts';
import type { TemplateField } from '../../../engine/edit/templateFields.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { fileNameOf, isLink, sameName } from '../../client/media/references.ts';
import { soundOf } from '../state/addFiles.ts';
import { type RowFile, table } from './table.ts';

/** Immutable input of all rows. */
export interface RowSource {
  readonly project: Project | undefined;
  readonly files: readonly RowFile[];
  /** Digits of the row number in result names. */
  readonly digits: number;
  readonly made: WeakMap<Row, Parsed<Project>>;
}

let now: RowSource = { project: undefined, files: [], digits: 1, made: new WeakMap() };

/** The current input of rows. Keeps its identity while nothing changes. */
export function rowSource(): RowSource {
  const { project, files, rows } = table;
  const digits = String(rows.length).length;
  const isSame = now.project === project && now.files === files && now.digits === digits;
  if (!isSame) now = { project, files, digits, made: new WeakMap() };
  return now;
}

/** The project of a row, cached. Its name is the template's name with the row number. */
export function projectOf(row: Row, source = rowSource()): Parsed<Project> {
  const { project, files, made } = source;
  const known = made.get(row);
  if (known) return known;
  const filled = projectOfRow(project, row, (url, kind) => fileOf(url, kind, files));
  const parsed = filled.ok ? { ...filled, value: { ...filled.value, name: nameOfRow(row, source) } } : filled;
  made.set(row, parsed);
  return parsed;
}

/** The name of a row's result. Row numbers are zero-padded to equal length. */
function nameOfRow({ number }: Row, { project, digits }: RowSource): string {
  return `${project?.name ?? 'row'}-${String(number).padStart(digits, '0')}`;
}

/** The local file that a value names, or a link, which the server fetches. Returns an error message if neither fits. */
function fileOf(url: string, kind: TemplateField['kind'], files: RowSource['files']): ChosenMedia | string {
  if (isLink(url)) return linked(url, kind);
  const media = fileNamed(url, files);
  if (!media) return fileMissing(url);
  if (kind !== 'sound') return media.kind === 'audio' ? messages.uploadUnreadable : media;
  return media.hasAudio ? soundOf(media) : messages.audioMissing;
}

/** Finds the file for a table value, ignoring folders and, if needed, case. */
export function fileNamed(url: string, files: RowSource['files']): RowFile | undefined {
  const name = fileNameOf(url);
  return files.find((file) => file.name === name) ?? files.find((file) => sameName(file.name, name));
}

/** Dimensions are unknown here: the server measures the file. */
function linked(url: string, kind: TemplateField['kind']): ChosenMedia {
  const isVideo = /\.(mp4|m4v|mov|webm|mkv|mpe?g|ogv)([?#]|$)/i.test(url);
  const type = kind === 'sound' ? 'audio' : isVideo ? 'video' : 'image';
  return { url, kind: type, width: 0, height: 0, duration: 0, hasAudio: kind === 'sound', animated: false };
}
