import { hasSound } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { trackIn, tracksOf } from './audioTracks.ts';
import { learnLink } from './linkFacts.ts';
import { entryOf, serverPathOf } from './mediaTable.ts';

/** Returns why this browser cannot export a project's audio, or '' if it can: it only reads the first track of a file. */
export async function whyTracksNotHere(project: Project): Promise<string> {
  const clips = hasSound(project) ? soundtrack(project) : [];
  await Promise.all(clips.map(({ url }) => (entryOf(url) ? undefined : learnLink(serverPathOf(url)))));
  const isOther = clips.some(({ url, audioTrack }) => {
    const known = tracksOf(url);
    return (known ? trackIn(known, audioTrack) : (audioTrack ?? 1)) > 1;
  });
  return isOther ? 'A browser uses the first audio track of a file. The server can use the others.' : '';
}
