import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { PickFiles } from '../components/PickFiles.tsx';
import { beginTaking } from './beginTaking.ts';
import { details } from './details.data.ts';
import { giveBeside } from './drafts.ts';
import { SourceRow } from './SourceRow.tsx';
import type { FirstPanelProps } from './toolPanel.ts';

/** Shows the extra audio file of a tool and the buttons that choose one. */
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
        label="Audio from this device"
        accept={acceptOf({ kinds })}
        multiple={false}
        onFiles={(files) => beginTaking(({ takeBeside }, of) => takeBeside(of(tool.id), files))}
      >
        {draft.beside ? 'Choose another audio file' : 'Add audio'}
      </PickFiles>
    </>
  );
}
