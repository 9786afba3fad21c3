/** Creates a file as if dropped by a user. */
export function fileOf(name: string, text = 'content'): File {
  return new File([text], name);
}

/** Creates a project file. */
export function projectFile(name: string, project: unknown): File {
  return new File([JSON.stringify(project)], name, { type: 'application/json' });
}

/** Creates a project of one scene with a layer per media file: images by extension, otherwise videos. */
export function projectWith(...urls: string[]): Record<string, unknown> {
  const layers = urls.map((url, index) => ({
    id: `m${index}`,
    type: /\.(png|jpg)$/.test(url) ? 'image' : 'video',
    url,
  }));
  return { scenes: [{ id: 's', layers }] };
}
