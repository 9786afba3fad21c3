import { Check, CircleAlert, CircleDashed, Image, Link, Music, Video } from 'lucide-react';
import { type Snapshot, useSnapshot } from 'valtio';
import { FileButton } from '../../components/FileButton.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { countInWords, sizeInWords } from '../../components/words.ts';
import type { MediaEntry } from '../../media/mediaEntry.ts';
import { mediaTable } from '../../media/mediaTable.ts';
import type { NeededMedia } from '../../media/references.ts';
import { spareFiles } from '../../state/homeProject.ts';
import { homeProject } from '../../state/openedProject.ts';
import './media.css';
import { own } from '../../texts/t.ts';

const kinds = { video: Video, image: Image, audio: Music } as const;

/** Files of the open project, their availability and upload progress. */
export function MediaList() {
  const { media, files, source } = useSnapshot(homeProject);
  const { byUrl } = useSnapshot(mediaTable);
  const entryOf = ({ fileName }: NeededMedia) => byUrl[files.find(({ name }) => name === fileName)?.url ?? ''];
  if (source === 'sample' || media.length === 0) return null;
  const missing = media.filter((item) => item.state === 'missing').length;
  const spare = spareFiles();
  return (
    <div className="media">
      <div className="media-head">
        <h2>Media</h2>
        <span className={missing > 0 ? 'badge warn' : 'badge good'} role="status">
          {missing > 0 ? `${missing} missing` : 'All files are here'}
        </span>
      </div>
      <ul>
        {media.map((item) => (
          <MediaRow key={item.url} item={item} held={entryOf(item)} />
        ))}
      </ul>
      {missing > 0 && (
        <FileButton className="button plain">
          {missing === 1 ? 'Add the missing file' : `Add the ${missing} missing files`}
        </FileButton>
      )}
      {spare.length > 0 && (
        <p className="soft small">
          Not used by this project: {spare.slice(0, 3).join(', ')}
          {spare.length > 3 && ` and ${countInWords(spare.length - 3, 'more file')}`}
        </p>
      )}
    </div>
  );
}

function MediaRow({ item, held }: { item: NeededMedia; held: Snapshot<MediaEntry> | undefined }) {
  const Kind = kinds[item.kind];
  const sending = held && held.sent > 0 && !held.readUrl;
  return (
    <li className={`media-row ${item.state}`}>
      <Kind aria-hidden="true" />
      <div>
        <span className="media-name" translate="no" title={item.url}>
          {item.name}
        </span>
        {sending && <ProgressBar thin value={held.sent / held.size} label={`Sending ${own(item.name)}`} />}
        {held?.refusal && <span className="refusal">{held.refusal}</span>}
      </div>
      <MediaState item={item} held={held} />
    </li>
  );
}

function MediaState({ item, held }: { item: NeededMedia; held: Snapshot<MediaEntry> | undefined }) {
  if (held?.refusal) return <Mark icon={CircleAlert} look="bad" words="Rejected" />;
  if (item.state === 'link') return <Mark icon={Link} look="" words="Link" />;
  if (item.state === 'missing' || !held) return <Mark icon={CircleDashed} look="warn" words="Missing" />;
  if (held.readUrl) return <Mark icon={Check} look="good" words="Sent" />;
  return <Mark icon={Check} look="good" words={sizeInWords(held.size)} />;
}

function Mark({ icon: Icon, look, words }: { icon: typeof Check; look: string; words: string }) {
  return (
    <span className={`mark numbers ${look}`}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  );
}
