import type { FastifyRequest } from 'fastify';
import { UNNAMED } from '../contract/unnamed.ts';
import type { VideoRow } from '../db/tables.ts';
import type { Service } from '../service/service.ts';
import { isSecretId } from '../sources/ids.ts';
import { escapeHtml } from './escapeHtml.ts';
import { originOf } from './guards.ts';
import { pathOf } from './requestPath.ts';

/** Returns HTML meta tags of a page for link previews; '' if there are none. */
export type TagsOf = (request: FastifyRequest) => Promise<string>;

/** Finds a finished video that everyone with its URL may see. */
export async function findShared({ store }: Pick<Service, 'store'>, id: string): Promise<VideoRow | undefined> {
  const row = isSecretId(id) ? await store.get(id) : undefined;
  return row?.state === 'done' && row.file && !row.is_private ? row : undefined;
}

/** Returns the title of a shared video. */
export function titleOfShared({ name }: Pick<VideoRow, 'name'>): string {
  return name || UNNAMED;
}

/** Returns Open Graph and Twitter tags of a shared video's page; none for private videos. */
export function sharedVideoTags(service: Pick<Service, 'store'>): TagsOf {
  return async (request) => {
    const id = /^\/videos\/([0-9a-f]{32})\/?$/.exec(pathOf(request))?.[1];
    const row = id === undefined ? undefined : await findShared(service, id);
    return row ? tagsOf(row, originOf(request)).map(printTag).join('') : '';
  };
}

type Tag = [name: string, value: string | number];

function tagsOf(row: VideoRow, origin: string): Tag[] {
  const files = `${origin}/api/v1/videos/${row.id}`;
  const isVideo = row.mime?.startsWith('video/') === true;
  const isPicture = row.mime?.startsWith('image/') === true;
  const picture = row.poster ? `${files}/poster` : isPicture ? `${files}/file` : undefined;
  const card = picture ? 'summary_large_image' : 'summary';
  const size = (of: string): Tag[] =>
    row.width && row.height
      ? [
          [`${of}:width`, row.width],
          [`${of}:height`, row.height],
        ]
      : [];
  return [
    ['og:title', titleOfShared(row)],
    ['og:site_name', 'Cutroom'],
    ['og:type', isVideo ? 'video.other' : 'website'],
    ['og:url', `${origin}/videos/${row.id}`],
    ...(picture ? [['og:image', picture] as Tag, ...size('og:image')] : []),
    ...(isVideo ? videoTags(row, origin, files, size) : [['twitter:card', card] as Tag]),
  ];
}

function videoTags(row: VideoRow, origin: string, files: string, size: (of: string) => Tag[]): Tag[] {
  return [
    ['og:video', `${files}/file`],
    ['og:video:type', row.mime ?? ''],
    ...size('og:video'),
    ['twitter:card', 'player'],
    ['twitter:player', `${origin}/embed/${row.id}`],
    ...size('twitter:player'),
  ];
}

function printTag([name, value]: Tag): string {
  const key = name.startsWith('og:') ? 'property' : 'name';
  return `<meta ${key}="${name}" content="${escapeHtml(String(value))}">`;
}
