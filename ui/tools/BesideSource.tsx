import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { PickFiles } from '../components/PickFiles.tsx';
import { beginTaking } from './beginTaking.ts';
import { details } from './details.data.ts';
import { giveBeside } from './drafts.ts';
import { SourceRow } from './SourceRow.tsx';
import type { FirstPanelProps } from './toolPanel.ts';

/** The sound that a tool takes beside its files, and the way to one. */
export function BesideSource({ tool, draft }: FirstPanelProps) {
  const kinds = details[tool.id]?.beside ?? [];
  if (kinds.length === 0) return null;
  return (
    <>
      {draft.beside && (
        <ul>
          <SourceRow url={draft.beside.url} onRemove={() => giveBeside(tool, undefined)} />
        </ul>
      )}
      <PickFiles
        className={draft.beside ? 'text-button' : 'button plain'}
        label="Audio of this device"
        accept={acceptOf({ kinds })}
        multiple={false}
        onFiles={(files) => beginTaking(({ takeBeside }, of) => takeBeside(of(tool.id), files))}
      >
        {draft.beside ? 'Replace audio' : 'Add audio'}
      </PickFiles>
    </>
  );
}
