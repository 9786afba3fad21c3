/** A file as a person would drop it. */
export function fileOf(name: string, text = 'content'): File {
  return new File([text], name);
}

/** A project file. */
export function projectFile(name: string, project: unknown): File {
  return new File([JSON.stringify(project)], name, { type: 'application/json' });
}

/** A project of one scene with a layer for each media file: pictures by their extension, else videos. */
export function projectWith(...urls: string[]): Record<string, unknown> {
  const layers = urls.map((url, index) => ({
    id: `m${index}`,
    type: /\.(png|jpg)$/.test(url) ? 'image' : 'video',
    url,
  }));
  return { scenes: [{ id: 's', layers }] };
}
