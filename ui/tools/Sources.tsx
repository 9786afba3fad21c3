import type { ComponentType, ReactNode } from 'react';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { PickFiles } from '../components/PickFiles.tsx';
import { beginTaking } from './beginTaking.ts';
import { details } from './details.data.ts';
import { dropSource } from './drafts.ts';
import type { SourceRowProps } from './SourceRow.tsx';
import type { Draft } from './storedDrafts.ts';
import './sources.css';

interface Props {
  tool: { id: string };
  draft: Draft;
  /** Shows one of them; undefined as long as there can be none. */
  Row: ComponentType<SourceRowProps> | undefined;
  /** What is asked for beside them, and what is being taken in. */
  children: ReactNode;
}

/** The file that a tool works on, how far it is sent, and the way to another. Tools for several list them in their panel. */
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
        label="Files of this device"
        accept={acceptOf({ kinds })}
        multiple={false}
        onFiles={(files) => beginTaking(({ takeFiles }, of) => takeFiles(of(tool.id), files))}
      >
        {draft.sources.length > 0 ? 'Replace file' : 'Choose a file'}
      </PickFiles>
      {children}
    </div>
  );
}
