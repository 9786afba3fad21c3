import type { Database } from '../../db/database.ts';
import type { Folders } from '../../storage/folders.ts';
import { createEgressRules, type EgressOptions } from '../links/egressRules.ts';
import { bytesOf, openLink, usualTimeouts } from '../links/openLink.ts';
import { commons } from './commons.ts';
import { emojiSource } from './emoji.ts';
import { createFoundImages } from './foundImages.ts';
import { iconSource } from './icons.ts';
import type { ImageSource } from './imageSource.ts';
import { openverse } from './openverse.ts';
import { createRemoteFiles, type OpenPublic } from './remoteFiles.ts';
import { remoteSource } from './remoteSource.ts';

/** Settings of image search. */
export interface ImageOptions {
  /** Ids of collections in display order; default: those that are part of Cutroom. "off" for none. */
  sources?: readonly string[] | undefined;
  /** URLs of online collections, for mirrors. */
  openverseUrl?: string | undefined;
  commonsUrl?: string | undefined;
}

/** What the collections need. */
export interface ImageParts {
  database: Pick<Database, 'db'>;
  folders: Pick<Folders, 'images' | 'work'>;
  /** Where images may be fetched from. */
  doors?: EgressOptions | undefined;
}

/** User agent for online collections, which require one. */
const USER_AGENT = 'Cutroom (self-hosted video editor)';
/** Collections that need no network. */
const installed = ['emoji', 'icons'];

/**
 * Opens the enabled collections; by default, no other server is contacted.
 * @throws Error for an unknown id.
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

/** Fetches images from public addresses only, whatever URLs a collection returns. */
function throughDoors(options: EgressOptions | undefined): OpenPublic {
  const doors = createEgressRules(options);
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
