import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { PickFiles } from '../media/PickFiles.tsx';
import { details } from './details.data.ts';
import { setExtraSource } from './drafts.ts';
import { SourceRow } from './SourceRow.tsx';
import type { FirstPanelProps } from './toolPanel.ts';
import { withFileImport } from './withFileImport.ts';

/** Shows the extra audio file of a tool and the buttons that choose one. */
export function ExtraSource({ tool, draft }: FirstPanelProps) {
  const kinds = details[tool.id]?.extra ?? [];
  if (kinds.length === 0) return null;
  return (
    <>
      {draft.beside && (
        <ul>
          <SourceRow url={draft.beside.url} onRemove={() => setExtraSource(tool, undefined)} />
        </ul>
      )}
      <PickFiles
        className={draft.beside ? 'text-button' : 'button plain'}
        label="Audio from this device"
        accept={acceptOf({ kinds })}
        multiple={false}
        onFiles={(files) => withFileImport(({ importExtraSource }, of) => importExtraSource(of(tool.id), files))}
      >
        {draft.beside ? 'Replace audio' : 'Add audio'}
      </PickFiles>
    </>
  );
}
