import { useMemo, useRef } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { compileDraft, sourceProject } from '../compileDraft.ts';
import { editDraft } from '../drafts.ts';
import { SpanPanel } from '../SpanPanel.tsx';
import type { DraftSource } from '../storedDrafts.ts';
import type { PanelProps } from '../toolPanel.ts';
import '../../studio/effects/effects.css';
import '../../studio/panels/panels.css';
import './meme.css';

/** What the pictures of the templates say. */
const SAMPLE = { topText: 'Your text', bottomText: '', alignment: 'center' };

/** What a meme is made on: one's own file, or a drawing, each as a picture. */
export function MemeTemplates(props: PanelProps) {
  const { tool, draft } = props;
  const templates = useMemo(() => templatesOf(tool), [tool]);
  const [own] = useOwnFiles(draft.sources);
  const ownPicture = useMemo(() => own && sourceProject({ sources: [own], settings: {} }), [own]);
  const hasFile = draft.sources.length > 0;
  const chosen = draft.settings.template ?? templates[0]?.value;
  const choose = (template: string | number) =>
    editDraft(tool, (now) => ({ ...now, sources: [], settings: { ...now.settings, template } }));
  return (
    <>
      <fieldset className="looks meme-templates">
        <legend className="unseen">Template</legend>
        {own && ownPicture && (
          <Card
            title="Your file"
            picture={ownPicture}
            isChosen={hasFile}
            onChoose={() => editDraft(tool, (now) => ({ ...now, sources: [own] }))}
          />
        )}
        {templates.map(({ value, title, picture }) => (
          <Card
            key={value}
            {...{ title, picture }}
            isChosen={!hasFile && value === chosen}
            onChoose={() => choose(value)}
          />
        ))}
      </fieldset>
      <SpanPanel {...props} />
    </>
  );
}

interface CardProps {
  title: string;
  picture: Project;
  isChosen: boolean;
  onChoose: () => void;
}

function Card({ title, picture, isChosen, onChoose }: CardProps) {
  return (
    <label className="look">
      <input type="radio" className="card-input" name="meme-template" checked={isChosen} onChange={onChoose} />
      <span className="meme-picture">
        <ScenePicture project={picture} urlOf={localUrlOf} />
      </span>
      <span>{title}</span>
    </label>
  );
}

function templatesOf(tool: Tool): { value: string | number; title: string; picture: Project }[] {
  const field = fieldsOf(tool.settings).find(({ name }) => name === 'template');
  return (field?.choices ?? []).flatMap(({ value, title }) => {
    const made = compileDraft(tool, { sources: [], settings: { ...SAMPLE, template: value } });
    return made.ok ? [{ value, title, picture: made.value }] : [];
  });
}

/** The files that were chosen last, also while a drawing stands in their place. */
function useOwnFiles(sources: readonly DraftSource[]): readonly DraftSource[] {
  const last = useRef(sources);
  if (sources.length > 0) last.current = sources;
  return last.current;
}
