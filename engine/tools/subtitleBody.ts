import type { BodySpelling } from './tool.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Request format of the subtitles tool: video and subtitles are `layers`, one video layer and one layer per subtitle.
 * Times may be strings with two decimals.
 */
export const subtitleBody: BodySpelling = {
  read(body) {
    const { layers, ...rest } = body;
    if (!Array.isArray(layers)) return { ...body };
    const video = layers[videoAt(layers)] as Fields | undefined;
    const subtitles = subtitlesAt(layers).map((index) => readSubtitle(layers[index] as Fields));
    return { ...(video ? { sourceVideo: video } : {}), subtitles, ...withoutNone(rest) };
  },
  write({ subtitles, ...rest }) {
    if (!Array.isArray(subtitles)) return rest;
    const { sourceVideo } = rest;
    const source = typeof sourceVideo === 'string' ? { url: sourceVideo } : sourceVideo;
    const video = isFields(source) ? [{ ...source, type: 'video' }] : [];
    const written = subtitles.map((one) => (isFields(one) ? { ...one, type: 'subtitle' } : one));
    return { ...rest, layers: [...video, ...written] };
  },
  pointersIn({ layers, ...rest }) {
    if (!Array.isArray(layers)) return (pointer) => pointer;
    // Computed once, because there may be thousands of layers and problems.
    const [video, subtitles] = [videoAt(layers), subtitlesAt(layers)];
    return (pointer) => {
      const [name = '', index = '', ...deeper] = pointer.split('/').slice(1);
      if (!isNone(rest[name])) return pointer;
      const at = name === 'subtitles' && index !== '' ? subtitles[Number(index)] : undefined;
      if (at !== undefined) return ['', 'layers', at, ...deeper].join('/');
      if (name === 'sourceVideo' && video >= 0) return `/layers/${video}`;
      return name === 'subtitles' ? '/layers' : pointer;
    };
  },
};

function videoAt(layers: readonly unknown[]): number {
  return layers.findIndex((layer) => isFields(layer) && !isSubtitle(layer) && 'url' in layer);
}

function subtitlesAt(layers: readonly unknown[]): number[] {
  return layers.flatMap((layer, index) => (isFields(layer) && isSubtitle(layer) ? [index] : []));
}

function isSubtitle({ type, url }: Fields): boolean {
  return type === 'subtitle' || type === 'subtitles' || (type === undefined && url === undefined);
}

function readSubtitle({ type: _, ...subtitle }: Fields): Fields {
  const { startTime, endTime } = subtitle;
  return { ...subtitle, startTime: readSeconds(startTime), endTime: readSeconds(endTime) };
}

function readSeconds(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,8}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
}

function withoutNone(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNone(value)));
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
