import { X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { PickFiles } from '../components/PickFiles.tsx';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { mediaTable } from '../media/mediaTable.ts';
import { fileNameOf } from '../media/references.ts';
import { NOT_SHOWN } from '../media/stills.ts';
import { UploadState } from '../media/UploadState.tsx';
import { dropSource, giveBeside } from './drafts.ts';
import type { Draft } from './storedDrafts.ts';
import { takeBeside, takeFiles } from './takeFiles.ts';

/** The file that a tool works on, how far it is sent, and the way to another. Tools for several list them in their panel. */
export function Sources({ tool, draft }: { tool: Tool; draft: Draft }) {
  const { min, max } = tool.inputs;
  if (max === 0) return null;
  return (
    <div className="tool-sources">
      <ul>
        {draft.sources.map(({ url }, index) => (
          <Source key={url} url={url} onRemove={min === 0 ? () => dropSource(tool, index) : undefined} />
        ))}
      </ul>
      <PickFiles
        className="text-button"
        label="Files of this device"
        accept={acceptOf(tool.inputs)}
        multiple={false}
        onFiles={(files) => takeFiles(tool, files)}
      >
        {draft.sources.length > 0 ? 'Choose another file' : 'Choose a file'}
      </PickFiles>
      <BesideSource tool={tool} draft={draft} />
    </div>
  );
}

/** The sound that a tool takes beside its files, and the way to one. */
export function BesideSource({ tool, draft }: { tool: Tool; draft: Draft }) {
  if (!tool.beside) return null;
  return (
    <>
      {draft.beside && (
        <ul>
          <Source url={draft.beside.url} onRemove={() => giveBeside(tool, undefined)} />
        </ul>
      )}
      <PickFiles
        className={draft.beside ? 'text-button' : 'button plain'}
        label="Audio of this device"
        accept={acceptOf(tool.beside)}
        multiple={false}
        onFiles={(files) => takeBeside(tool, files)}
      >
        {draft.beside ? 'Choose another audio file' : 'Add audio'}
      </PickFiles>
    </>
  );
}

function Source({ url, onRemove }: { url: string; onRemove: (() => void) | undefined }) {
  const { byUrl } = useSnapshot(mediaTable);
  const entry = byUrl[url];
  const name = entry?.name ?? fileNameOf(url);
  const place = useRef<HTMLLIElement>(null);
  useFocusHandover(place, () => document.querySelector<HTMLElement>('.tool-sources > button'));
  return (
    <li ref={place}>
      <span className="tool-source-name" title={name}>
        {name}
      </span>
      <span className="soft small" role="status">
        <UploadState url={url} rest={entry?.shown === false ? NOT_SHOWN : ''} />
      </span>
      {onRemove && (
        <button type="button" className="button quiet icon" aria-label={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
