import { shellPath, shellQuoted } from './shellQuoted.ts';

/** A local file that must be uploaded first. */
export interface FileToSend {
  /** Its address in the request. */
  url: string;
  /** Its path for the command, relative to the working directory. */
  name: string;
  /** MIME type. */
  type: string;
}

/**
 * Returns the curl commands (POSIX shell) of a createVideo request; local files are uploaded first, one after the
 * other.
 * @param body of a tool or of a Studio project.
 * @param server its origin, such as "http://localhost:3000".
 */
export function asCurl(body: Record<string, unknown>, server: string, files: readonly FileToSend[] = []): string {
  const isShown = ([name]: [string, unknown]) => !ofTheMoment.includes(name);
  const shown = Object.fromEntries(Object.entries(body).filter(isShown));
  const mark = unusedIn(JSON.stringify(shown));
  const marked = JSON.stringify(shown, (_key, value) => {
    const index = typeof value === 'string' ? files.findIndex(({ url }) => url === value) : -1;
    return index < 0 ? value : `${mark}${index + 1}${mark}`;
  });
  const parts = marked.split(mark).map((part, i) => (i % 2 === 0 ? shellQuoted(part) : `"$file${part}"`));
  const create = creating(post(server, 'videos/createVideo'), parts.join(''));
  return [...files.flatMap((file, i) => sending(server, file, i + 1)), create].join('\n');
}

/** Linux accepts arguments of at most 128 KiB; a UTF-16 unit has at most three bytes in UTF-8. */
const MAX_ARGUMENT = 40_000;

/** Pipes a body that is too long for an argument, with the shell's built-in printf. */
function creating(request: string, body: string): string {
  return body.length > MAX_ARGUMENT ? `printf %s ${body} | ${request} -d @-` : `${request} -d ${body}`;
}

/** Fields that describe the moment of the request. */
const ofTheMoment = ['progressText', 'done', 'submittedAt'];

function post(server: string, call: string): string {
  return `curl -sSf ${shellQuoted(`${server}/api/v1/${call}`)} -H 'Content-Type: application/json'`;
}

/** Requests an upload address, uploads the file, and stores its read address as $file1, $file2 … */
function sending(server: string, { name, type }: FileToSend, number: number): string[] {
  const files = [{ fileName: name.replace(/^.*\//s, ''), fileType: type }];
  const part = (key: string) => `"$(printf %s "$uris" | sed 's/.*"${key}":"\\([^"]*\\)".*/\\1/')"`;
  return [
    `uris=$(${post(server, 'upload/createResumableUpload')} -d ${shellQuoted(JSON.stringify({ files }))})`,
    // Without -g, curl treats brackets in a name as a pattern.
    `curl -sSfg -o /dev/null -T ${shellPath(name)} ${part('upload_uri')}`,
    `file${number}=${part('read_uri')}`,
  ];
}

/** Returns a marker that the text does not contain and that JSON does not escape. */
function unusedIn(text: string): string {
  let mark = '@file@';
  while (text.includes(mark)) mark = `@${mark}@`;
  return mark;
}
