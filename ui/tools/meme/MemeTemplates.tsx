import { Upload } from 'lucide-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { acceptOf } from '../../../engine/tools/acceptOf.ts';
import { lazyPart } from '../../app/lazyPart.ts';
import type { DraftSource } from '../../client/drafts/storedDrafts.ts';
import { PickFiles } from '../../media/PickFiles.tsx';
import { details } from '../details.data.ts';
import { editDraft } from '../drafts.ts';
import { firstPictures } from '../firstPictures.ts';
import { fieldOf } from '../formOf.ts';
import type { FirstPanelProps } from '../toolPanel.ts';
import { withFileImport } from '../withFileImport.ts';
import '../../kit/style/effects.css';
import '../../kit/style/panels.css';
import '../toolForm.css';

const OwnPicture = lazyPart<{ source: DraftSource }>(async () => (await import('./MemeTexts.tsx')).OwnPicture);

/** Chooses the background of a meme: the user's file or a drawing, each as an image. */
export function MemeTemplates({ tool, draft }: FirstPanelProps) {
  const templates = fieldOf(tool, 'template')?.choices ?? [];
  const [own] = useOwnFiles(draft.sources);
  const hasFile = draft.sources.length > 0;
  const chosen = draft.settings.template ?? templates[0]?.value;
  const choose = (template: string | number) =>
    editDraft(tool, (now) => ({ ...now, sources: [], settings: { ...now.settings, template } }));
  return (
    <fieldset className="stack-half looks meme-templates">
      <legend className="unseen">Template</legend>
      {own ? (
        <Card
          title="Your file"
          isChosen={hasFile}
          onChoose={() => editDraft(tool, (now) => ({ ...now, sources: [own] }))}
        >
          <Suspense fallback={null}>
            <OwnPicture source={own} />
          </Suspense>
        </Card>
      ) : (
        <PickFiles
          className="stack-half look"
          label="Your own file"
          accept={acceptOf({ kinds: details[tool.id]?.kinds ?? [] })}
          multiple={false}
          onFiles={(files) => withFileImport(({ importToolFiles }, of) => importToolFiles(of(tool.id), files))}
        >
          <span className="center meme-picture">
            <Upload aria-hidden="true" />
          </span>
          <span>Your file</span>
        </PickFiles>
      )}
      {templates.map(({ value, title }) => (
        <Card key={value} title={title} isChosen={!hasFile && value === chosen} onChoose={() => choose(value)}>
          <img src={firstPictures[`meme-${value}`]} alt="" />
        </Card>
      ))}
    </fieldset>
  );
}

interface CardProps {
  title: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Thumbnail. */
  children: ReactNode;
}

function Card({ title, isChosen, onChoose, children }: CardProps) {
  return (
    <label className="stack-half look">
      <input type="radio" className="card-input" name="meme-template" checked={isChosen} onChange={onChoose} />
      <span className="center meme-picture">{children}</span>
      <span>{title}</span>
    </label>
  );
}

/** Returns the last chosen files, even while a drawing replaces them. */
function useOwnFiles(sources: readonly DraftSource[]): readonly DraftSource[] {
  const last = useRef(sources);
  if (sources.length > 0) last.current = sources;
  return last.current;
}
