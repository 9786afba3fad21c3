import { withFittedTexts } from '../../../engine/browser/fitTexts.ts';
import { PROJECT_ENTRY } from '../../../engine/browser/zip/projectZip.ts';
import { outputExtension } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { asRenderCommand } from '../../../engine/tools/asCommand.ts';
import { asCurl } from '../../../engine/tools/asCurl.ts';
import { filesToSend } from '../../client/media/filesToSend.ts';
import { copyNoted } from '../../client/page/copyText.ts';
import { showError, showFailure } from '../../client/page/notices.ts';
import { projectFileName } from '../../client/projects/packProject.ts';
import { mediaUrlsOf, refusalOf } from '../../client/renders/sendProject.ts';
import { studio } from './studio.ts';

/** Copies the command that renders the open project after it has been saved and unpacked into a folder of its name. */
export function copyAsCommand(): Promise<void> {
  return copyProject(async (project, folder) => {
    const line = asRenderCommand(`${folder}/${PROJECT_ENTRY}`, `${folder}.${outputExtension(project.output)}`);
    await copyNoted(
      line,
      `Command copied. Save the project, unpack it as “${folder}” in the Cutroom folder, and run the command there.`,
    );
  });
}

/**
 * Copies the requests that create the video of the open project. They first upload local files from the unpacked
 * project.
 */
export function copyAsCurl(): Promise<void> {
  return copyProject(async (project, folder) => {
    const fitted = await withFittedTexts(project);
    const files = filesToSend(mediaUrlsOf(fitted), (url) => `${folder}/${url}`);
    const note =
      files.length > 0
        ? `Request copied. It uploads the project’s files: save the project, unpack it as “${folder}”, and run the request next to it.`
        : 'Request copied.';
    await copyNoted(asCurl({ isStudio: true, ...fitted }, location.origin, files), note);
  });
}

/** Copies something made from the open project, or reports why the project cannot be sent. */
async function copyProject(copy: (project: Project, folder: string) => Promise<void>): Promise<void> {
  try {
    const { project } = studio;
    const refusal = await refusalOf(project);
    if (refusal !== '') showError(refusal);
    else await copy(project, projectFileName(project.name));
  } catch (error) {
    showFailure(error);
  }
}
