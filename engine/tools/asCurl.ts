import { shellPath, shellQuoted } from './shellQuoted.ts';

/** A file on this machine that the server does not have yet. */
export interface FileToSend {
  /** How the body names it. */
  url: string;
  /** Where it lies for the command: a name in the folder that it is run in. */
  name: string;
  /** MIME type. */
  type: string;
}

/**
 * The request that asks a server for what a createVideo body says, by curl in a POSIX shell: the files that are not there are
 * sent first, one after the other.
 * @param body a tool's, or that of a Studio project.
 * @param server its origin, such as "http://localhost:3000".
 */
export function asCurl(body: Record<string, unknown>, server: string, files: readonly FileToSend[] = []): string {
  const isSaid = ([name]: [string, unknown]) => !ofTheMoment.includes(name);
  const said = Object.fromEntries(Object.entries(body).filter(isSaid));
  const mark = unusedIn(JSON.stringify(said));
  const marked = JSON.stringify(said, (_key, value) => {
    const index = typeof value === 'string' ? files.findIndex(({ url }) => url === value) : -1;
    return index < 0 ? value : `${mark}${index + 1}${mark}`;
  });
  const parts = marked.split(mark).map((part, i) => (i % 2 === 0 ? shellQuoted(part) : `"$file${part}"`));
  const create = creating(post(server, 'videos/createVideo'), parts.join(''));
  return [...files.flatMap((file, i) => sending(server, file, i + 1)), create].join('\n');
}

/** Linux takes no argument of more than 128 KiB; a letter has three bytes of UTF-8 at most for each of its UTF-16 units. */
const MAX_ARGUMENT = 40_000;

/** What is too long for an argument goes by a pipe, out of the shell's own printf. */
function creating(request: string, body: string): string {
  return body.length > MAX_ARGUMENT ? `printf %s ${body} | ${request} -d @-` : `${request} -d ${body}`;
}

/** What a body says of the moment in which it is sent. */
const ofTheMoment = ['progressText', 'done', 'submittedAt'];

function post(server: string, call: string): string {
  return `curl -sSf ${shellQuoted(`${server}/api/v1/${call}`)} -H 'Content-Type: application/json'`;
}

/** Asks for an address, puts the file there, and stores where it is read as $file1, $file2 … */
function sending(server: string, { name, type }: FileToSend, number: number): string[] {
  const files = [{ fileName: name.replace(/^.*\//s, ''), fileType: type }];
  const part = (key: string) => `"$(printf %s "$uris" | sed 's/.*"${key}":"\\([^"]*\\)".*/\\1/')"`;
  return [
    `uris=$(${post(server, 'upload/createResumableUpload')} -d ${shellQuoted(JSON.stringify({ files }))})`,
    // Without -g curl takes brackets in a name for a pattern.
    `curl -sSfg -o /dev/null -T ${shellPath(name)} ${part('upload_uri')}`,
    `file${number}=${part('read_uri')}`,
  ];
}

/** A word that a text does not hold, and that JSON writes as it is. */
function unusedIn(text: string): string {
  let mark = '@file@';
  while (text.includes(mark)) mark = `@${mark}@`;
  return mark;
}
