import { Parser } from 'htmlparser2';
import { playlistOf } from './linkContent.ts';

/** Media that a page declares. */
export interface PageMedia {
  /** URLs as written, best first. */
  videos: string[];
  sounds: string[];
  pictures: string[];
  /** Media type of a playlist, if a video or audio is one. */
  playlist?: string | undefined;
  /** Whether it shows a video that only its own player plays. */
  hasPlayer: boolean;
  /** Declared length of its video, in seconds. */
  duration?: number | undefined;
}

/** Most URLs per kind. */
const MAX_EACH = 8;
/** Elements that refer to media. */
const named = new Set(['meta', 'video', 'audio', 'source']);
/** Most such elements that are read; no legitimate page has more. */
const MAX_TAGS = 5000;
/** Most nesting, as in browsers: the parser scans all open elements for each end tag. */
const MAX_DEPTH = 512;

interface Item {
  url?: string | undefined;
  secure?: string | undefined;
  type?: string | undefined;
}

/**
 * Reads Open Graph and Twitter cards, or otherwise the page's video and audio elements. @param html the received part
 * of the page.
 */
export function mediaOfPage(html: string): PageMedia {
  const meta: { name: string; content: string }[] = [];
  const elements = { videos: [] as string[], sounds: [] as string[] };
  let inside: 'videos' | 'sounds' | undefined;
  let count = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, { property, name, content, src }) {
      depth += 1;
      if (named.has(tag)) count += 1;
      if (count > MAX_TAGS || depth > MAX_DEPTH) return parser.pause();
      if (tag === 'meta' && content)
        meta.push({ name: (property ?? name ?? '').trim().toLowerCase(), content: content.trim() });
      if (tag === 'video') inside = 'videos';
      if (tag === 'audio') inside = 'sounds';
      if (inside && src && named.has(tag) && tag !== 'meta') elements[inside].push(src);
    },
    onclosetag(tag) {
      depth -= 1;
      if (tag === 'video' || tag === 'audio') inside = undefined;
    },
  });
  parser.end(html);
  return mediaOf(meta, elements);
}

function mediaOf(
  meta: readonly { name: string; content: string }[],
  elements: Record<'videos' | 'sounds', string[]>,
): PageMedia {
  const [videos, sounds, pictures] = [itemsOf(meta, 'og:video'), itemsOf(meta, 'og:audio'), itemsOf(meta, 'og:image')];
  const streams = itemsOf(meta, 'twitter:player:stream', ':content_type');
  const cards = [...itemsOf(meta, 'twitter:image'), ...itemsOf(meta, 'twitter:image:src')];
  const played = [...videos, ...streams];
  const duration = Number(meta.find(({ name }) => /^(og:)?video:duration$/.test(name))?.content ?? Number.NaN);
  const playlist = [...played, ...sounds, ...elements.videos.map((url): Item => ({ url }))]
    .map(playlistOfItem)
    .find(Boolean);
  const best = (items: readonly Item[], kind: string) => items.flatMap((item) => addressOf(item, kind) ?? []);
  const plain = (urls: readonly string[]) => urls.filter((url) => !playlistOf('', url));
  const found = { videos: best(played, 'video'), sounds: best(sounds, 'audio') };
  return {
    videos: (found.videos.length > 0 ? found.videos : plain(elements.videos)).slice(0, MAX_EACH),
    sounds: (found.sounds.length > 0 ? found.sounds : plain(elements.sounds)).slice(0, MAX_EACH),
    pictures: best([...pictures, ...cards], 'image').slice(0, MAX_EACH),
    playlist,
    hasPlayer: played.length > 0 || meta.some(({ name }) => name === 'twitter:player'),
    duration: Number.isFinite(duration) ? duration : undefined,
  };
}

/** Groups the tags of a property: each object starts with its URL, followed by its attributes. */
function itemsOf(meta: readonly { name: string; content: string }[], root: string, typeEnding = ':type'): Item[] {
  const items: Item[] = [];
  for (const { name, content } of meta) {
    const last = items.at(-1);
    if (name === root || (name === `${root}:url` && last?.url !== undefined && last.url !== content)) {
      items.push({ url: content });
    } else if (name === `${root}:url` || name === `${root}:secure_url`) {
      const key = name.endsWith(':url') ? 'url' : 'secure';
      if (last) last[key] = content;
      else items.push({ [key]: content });
    } else if (name === root + typeEnding && last) last.type = content.toLowerCase();
    if (items.length > MAX_EACH) break;
  }
  return items;
}

/** Returns the URL of an item if it is a file of the kind, and not a player page or playlist. */
function addressOf({ url, secure, type = '' }: Item, kind: string): string | undefined {
  const address = secure ?? url;
  if (!address || playlistOf(type, address)) return undefined;
  const isKind = type === '' || type.startsWith(`${kind}/`) || type === 'application/ogg' || type === kind;
  return isKind && !/\.(swf|html?|php)([?#]|$)/i.test(address) ? address : undefined;
}

function playlistOfItem({ url, secure, type = '' }: Item): string | undefined {
  return playlistOf(type, secure ?? url ?? '');
}
