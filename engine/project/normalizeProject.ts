type Fields = Record<string, unknown>;

/**
 * Converts the accepted forms of a project file to the one that the schema knows: layer types in any case, null for
 * unset fields of the project, a scene or a layer, the address of a layer's file as `soundUrl` or `uri` instead of
 * `url`, and the audio track as flat fields (`audio` as an address, `audioStartTime`, `audioTrimStartTime`,
 * `audioTrimEndTime`, `audioIsTrimmed`, `audioEdit`). The track's own fields win. Lists keep their order, so pointers
 * stay valid.
 */
export function normalizeProject(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { audio, scenes, layers, ...rest } = withoutNulls(value);
  const track = trackOf(audio, value);
  return {
    ...rest,
    ...(track === undefined ? {} : { audio: track }),
    ...(scenes === undefined ? {} : { scenes: mapList(scenes, sceneOf) }),
    ...(layers === undefined ? {} : { layers: mapList(layers, layerOf) }),
  };
}

/** Flat fields that replace fields of the audio track. */
const flatAudio = {
  startTime: 'audioStartTime',
  trimStartTime: 'audioTrimStartTime',
  trimEndTime: 'audioTrimEndTime',
  isTrimmed: 'audioIsTrimmed',
} as const;

function trackOf(audio: unknown, body: Fields): unknown {
  if (audio === '') return undefined;
  if (typeof audio !== 'string' && !isFields(audio)) return audio;
  const own = typeof audio === 'string' ? { url: audio } : withUrl(withoutNulls(audio));
  const flat = Object.entries(flatAudio).map(([field, name]) => [field, body[name]]);
  const { loop, mute } = isFields(body.audioEdit) ? body.audioEdit : {};
  return { ...withoutNulls({ ...Object.fromEntries(flat), loop, isMuted: mute }), ...own };
}

/** Takes the file address from the first of these fields that is set. */
function withUrl(media: Fields): Fields {
  const { soundUrl, uri, ...rest } = media;
  const url = [soundUrl, rest.url, uri].find((one) => !isUnset(one));
  return url === undefined ? rest : { ...rest, url };
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === '';
}

function sceneOf(scene: unknown): unknown {
  if (!isFields(scene)) return scene;
  const { layers, ...rest } = withoutNulls(scene);
  return { ...rest, ...(layers === undefined ? {} : { layers: mapList(layers, layerOf) }) };
}

function layerOf(layer: unknown): unknown {
  if (!isFields(layer)) return layer;
  const fields = withoutNulls(layer);
  if (typeof fields.type !== 'string') return fields;
  const type = fields.type.toLowerCase();
  return { ...(withFile.has(type) && isUnset(fields.url) ? withUrl(fields) : fields), type };
}

/** Types of layers with a file. */
const withFile = new Set(['image', 'video', 'audio']);

function mapList(list: unknown, map: (one: unknown) => unknown): unknown {
  return Array.isArray(list) ? list.map(map) : list;
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
