import { isStill, outputEnding } from '../../engine/project/output.ts';
import { type Problem, pointerOf } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { commonFields } from '../../engine/tools/body.ts';
import { type Field, fieldsOf } from '../../engine/tools/field.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { setField } from './drafts.ts';
import { FieldControl } from './FieldControl.tsx';
import type { Draft } from './storedDrafts.ts';
import './toolForm.css';

interface Props {
  tool: Tool;
  draft: Draft;
  /** What is shown; undefined while there is nothing. */
  project: Project | undefined;
  problems: readonly Pick<Problem, 'pointer' | 'message'>[];
  /** Fields that something else on the page asks for. */
  elsewhere: readonly string[];
}

/** The settings of a tool: its own, and, folded away, those of every tool. */
export function ToolForm({ tool, draft, project, problems, elsewhere }: Props) {
  const moves = draft.sources.some(({ duration }) => duration > 0);
  const isAsked = ({ name, title, control, onlyWith }: Field) =>
    title !== '' &&
    !elsewhere.includes(name) &&
    (control !== 'time' || moves) &&
    (onlyWith === undefined || draft.settings[onlyWith] === true);
  const isOfMoving = ({ name }: Field) => name === 'videoType' && project !== undefined && isStill(project);
  const common = fieldsOf(commonFields).filter((field) => isAsked(field) && !isOfMoving(field));
  const format = project && outputEnding(project.output);
  const show = (field: Field) => (
    <FieldControl
      key={field.name}
      field={field}
      value={draft.settings[field.name] ?? (field.name === 'videoType' ? format : undefined)}
      duration={draft.sources[0]?.duration ?? 0}
      refusal={refusalOf(field, problems)}
      onChange={(value) => setField(tool, field.name, value)}
    />
  );
  return (
    <>
      <div className="tool-fields">{fieldsOf(tool.settings).filter(isAsked).map(show)}</div>
      <details className="tool-more" open={common.some((field) => refusalOf(field, problems) !== '') || undefined}>
        <summary>Name, format and watermark</summary>
        <div className="tool-fields">{common.map(show)}</div>
      </details>
    </>
  );
}

/** What the rules say of a field, with the name that it has here; '' where they say nothing. */
export function refusalOf({ name, title }: Pick<Field, 'name' | 'title'>, problems: Props['problems']): string {
  const found = problems.find(({ pointer }) => pointer === pointerOf([name]));
  return found ? found.message.replaceAll(`"${name}"`, `“${title}”`) : '';
}
