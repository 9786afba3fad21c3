import type { ComponentType, ReactNode } from 'react';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { PickFiles } from '../components/PickFiles.tsx';
import { details } from './details.data.ts';
import { dropSource } from './drafts.ts';
import type { SourceRowProps } from './SourceRow.tsx';
import type { Draft } from './storedDrafts.ts';
import { withFileImport } from './withFileImport.ts';
import './sources.css';

interface Props {
  tool: { id: string };
  draft: Draft;
  /** Renders one source; undefined until its module is loaded. */
  Row: ComponentType<SourceRowProps> | undefined;
  /** The extra file of the tool, and files that are being imported. */
  children: ReactNode;
}

/**
 * Sources of a tool with their upload progress, and the button that chooses another. Tools for several files list them
 * in their own panel.
 */
export function Sources({ tool, draft, Row, children }: Props) {
  const { min = 0, max = 0, kinds = [] } = details[tool.id] ?? {};
  if (max === 0) return null;
  return (
    <div className="tool-sources">
      <ul>
        {Row &&
          draft.sources.map(({ url }, index) => (
            <Row key={url} url={url} onRemove={min === 0 ? () => dropSource(tool, index) : undefined} />
          ))}
        {min === 0 && draft.sources.length === 0 && <li className="soft">No file yet</li>}
      </ul>
      <PickFiles
        className="text-button"
        label="Files from this device"
        accept={acceptOf({ kinds })}
        multiple={false}
        onFiles={(files) => withFileImport(({ importToolFiles: takeFiles }, of) => takeFiles(of(tool.id), files))}
      >
        {draft.sources.length > 0 ? 'Replace file' : 'Choose a file'}
      </PickFiles>
      {children}
    </div>
  );
}
