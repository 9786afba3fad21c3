import { X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { mediaTable } from '../client/media/mediaTable.ts';
import { fileNameOf } from '../client/media/references.ts';
import { unshownWords } from '../client/media/stills.ts';
import { own } from '../client/page/t.ts';
import { useFocusHandover } from '../kit/hooks.ts';
import { UploadState } from '../media/UploadState.tsx';

/** Props of a source row. */
export interface SourceRowProps {
  url: string;
  /** undefined: it cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** One source of a tool and its upload progress. */
export function SourceRow({ url, onRemove }: SourceRowProps) {
  const { byUrl, proxies } = useSnapshot(mediaTable);
  const entry = byUrl[url];
  const name = entry?.name ?? fileNameOf(url);
  const place = useRef<HTMLLIElement>(null);
  useFocusHandover(place, () => document.querySelector<HTMLElement>('.tool-sources > button'));
  return (
    <li ref={place}>
      <span className="ellipsis tool-source-name" translate="no" title={name}>
        {name}
      </span>
      <span className="soft small" role="status">
        <UploadState url={url} rest={unshownWords(entry, proxies[url])} />
      </span>
      {onRemove && (
        <button type="button" className="button quiet icon" aria-label={`Remove ${own(name)}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
