import type { Database } from '../../db/database.ts';
import type { Folders } from '../../storage/folders.ts';
import { createDoors, type DoorOptions } from '../links/doors.ts';
import { bytesOf, openLink, usualTimeouts } from '../links/openLink.ts';
import { commons } from './commons.ts';
import { emojiSource } from './emoji.ts';
import { createFoundImages } from './foundImages.ts';
import { iconSource } from './icons.ts';
import type { ImageSource } from './imageSource.ts';
import { openverse } from './openverse.ts';
import { createRemoteFiles, type OpenPublic } from './remoteFiles.ts';
import { remoteSource } from './remoteSource.ts';

/** Which pictures are searched. */
export interface ImageOptions {
  /** Names of collections, in the order in which they are shown; default: those that come with Cutroom. "off" for none. */
  sources?: readonly string[] | undefined;
  /** Addresses of the collections on the network, for copies of one's own. */
  openverseUrl?: string | undefined;
  commonsUrl?: string | undefined;
}

/** What the collections work with. */
export interface ImageParts {
  database: Pick<Database, 'db'>;
  folders: Pick<Folders, 'images' | 'work'>;
  /** Where pictures may be fetched from. */
  doors?: DoorOptions | undefined;
}

/** How this server names itself to the collections on the network, as they ask. */
const USER_AGENT = 'Cutroom (self-hosted video editor)';
/** Collections that need no network. */
const installed = ['emoji', 'icons'];

/**
 * Opens the collections that a server searches; by default nothing is ever asked of another server.
 * @throws Error for a name that is none.
 */
export function openSources({ sources = installed, openverseUrl, commonsUrl }: ImageOptions, parts: ImageParts) {
  const found = createFoundImages(parts.database);
  const files = createRemoteFiles(parts.folders, throughDoors(parts.doors));
  const remote = { found, files, userAgent: USER_AGENT };
  const known: Readonly<Record<string, () => ImageSource>> = {
    emoji: emojiSource,
    icons: iconSource,
    openverse: () => remoteSource(openverse(openverseUrl), remote),
    commons: () => remoteSource(commons(commonsUrl), remote),
  };
  const names = sources.length === 1 && sources[0] === 'off' ? [] : [...new Set(sources)];
  const opened = names.map((name) => {
    const open = Object.hasOwn(known, name) ? known[name] : undefined;
    if (open) return open();
    throw new Error(`"${name}" is no collection of pictures; there are ${Object.keys(known).join(', ')}, or "off".`);
  });
  return { sources: opened, sweep: found.sweep, close: files.close };
}

/** Fetches pictures from public addresses only, wherever a collection says they are. */
function throughDoors(options: DoorOptions | undefined): OpenPublic {
  const doors = createDoors(options);
  return async function* open(url, signal) {
    const asking = { doors, timeouts: usualTimeouts, signal };
    const opened = await openLink(doors.read(url), { ...asking, headers: { 'user-agent': USER_AGENT } });
    try {
      yield* bytesOf(opened, asking);
    } finally {
      opened.body.destroy();
    }
  };
}
