import { useEffect, useRef } from 'react';
import { isStill, outputEnding } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { commonFieldsOf } from '../../engine/tools/body.ts';
import { type Field, fieldsOf } from '../../engine/tools/field.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { setField } from './drafts.ts';
import { FieldControl } from './FieldControl.tsx';
import type { Draft } from './storedDrafts.ts';
import { WATERMARK_FIELDS, WatermarkFields } from './WatermarkFields.tsx';
import './toolForm.css';

interface Props {
  tool: Tool;
  draft: Draft;
  /** What is shown; undefined while there is nothing. */
  project: Project | undefined;
  /** What is wrong with a field, in words; '' for nothing. */
  refusalOf: (name: string) => string;
  /** Fields that something else on the page asks for. */
  elsewhere: readonly string[];
}

/** The settings of a tool: its own, and, folded away, those of every tool. */
export function ToolForm({ tool, draft, project, refusalOf, elsewhere }: Props) {
  const lengthOf = ({ isOfBeside }: Field) => {
    // Of a tool for sounds the sound is the file itself.
    const file = isOfBeside && tool.beside ? draft.beside : draft.sources[0];
    return file?.duration ?? 0;
  };
  const counts = ({ onlyFor }: Field) => !onlyFor || (project !== undefined && onlyFor.includes(project.output.type));
  const isAsked = (field: Field) =>
    isShown(field) && counts(field) && (field.control !== 'time' || lengthOf(field) > 0);
  const isShown = ({ name, title, onlyWith }: Field) =>
    title !== '' && !elsewhere.includes(name) && (onlyWith === undefined || draft.settings[onlyWith] === true);
  const isOfMoving = ({ name }: Field) => name === 'videoType' && project !== undefined && isStill(project);
  const own = fieldsOf(tool.settings).filter(isAsked);
  const common = fieldsOf(commonFieldsOf(tool)).filter((field) => isAsked(field) && !isOfMoving(field));
  const isRefused = common.some(({ name }) => refusalOf(name) !== '');
  const more = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // It stays open while what was wrong is being mended.
    if (isRefused && more.current) more.current.open = true;
  }, [isRefused]);
  const format = project && outputEnding(project.output);
  const show = (field: Field) => (
    <FieldControl
      key={field.name}
      field={field}
      value={draft.settings[field.name] ?? (field.name === 'videoType' ? format : undefined)}
      duration={lengthOf(field)}
      refusal={refusalOf(field.name)}
      onChange={(value) => setField(tool, field.name, value)}
    />
  );
  const withMark = (fields: readonly Field[]) => [
    ...fields.filter(({ name }) => !WATERMARK_FIELDS.includes(name)).map(show),
    ...(fields.some(({ name }) => name === 'watermarkText')
      ? [<WatermarkFields key="watermark" {...{ tool, draft, refusalOf }} />]
      : []),
  ];
  return (
    <>
      {own.length > 0 && <div className="tool-fields">{withMark(own)}</div>}
      <details className="tool-more" ref={more}>
        <summary>{summaryOf(common)}</summary>
        <div className="tool-fields">{withMark(common)}</div>
      </details>
    </>
  );
}

/** What is folded away, in words. */
function summaryOf(common: readonly Field[]): string {
  const has = (name: string) => common.some((field) => field.name === name);
  const parts = [
    'Name',
    ...(has('videoType') ? ['format'] : []),
    ...(has('fitUnder') ? ['file size'] : []),
    ...(has('withCustomWatermark') ? ['watermark'] : []),
  ];
  return parts.length === 1 ? 'Name' : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
