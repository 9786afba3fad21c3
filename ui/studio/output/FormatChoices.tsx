import { chooseOutput } from '../../../engine/edit/output.ts';
import { isStill, mp4Output, outputExtension, outputWithExtension } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { change } from '../state/studio.ts';
import { Choice } from './Choice.tsx';

const moving = ['mov', 'webm', 'webp', 'mp3', 'wav', 'm4a'] as const;
const pictures = ['png', 'jpg', 'webp'] as const;
const titles = { mov: 'MOV', webm: 'WebM', mp3: 'MP3', wav: 'WAV', m4a: 'M4A', png: 'PNG', jpg: 'JPEG' };

/** The formats besides MP4 and GIF, including audio formats; for a still, the image formats. */
export function FormatChoices({ project }: { project: Project }) {
  const ending = outputExtension(project.output);
  const choose = (next: string) => change((now) => withFormat(now, next));
  if (isStill(project))
    return (
      <Choice<string>
        label="Image format"
        value={ending}
        choices={pictures}
        titles={{ ...titles, webp: 'WebP' }}
        onChange={choose}
      />
    );
  return (
    <Choice<string>
      label="Other formats"
      value={ending}
      choices={moving}
      titles={{ ...titles, webp: 'Animated WebP' }}
      onChange={choose}
    />
  );
}

/** The project in another format, keeping the settings that both share. @param ending file extension. */
export function withFormat(project: Project, ending: string): Project {
  const { output } = project;
  return chooseOutput(project, outputWithExtension(output, ending) ?? outputWithExtension(mp4Output, ending) ?? output);
}
