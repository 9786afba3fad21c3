import type { Project } from '../../engine/project/project.ts';
import { writtenBody } from '../../engine/tools/requestBody.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { copyNoted } from '../components/copyNoted.ts';
import { saveBlob } from '../components/saveFile.ts';
import { filesToSend } from '../media/filesToSend.ts';
import { showFailure, showNote } from '../state/notices.ts';
import { own } from '../texts/t.ts';
import { bodyOf, nameOf } from './compileDraft.ts';
import { draftOf } from './drafts.ts';
import { resetAllDrafts } from './forgetDrafts.ts';
import { mediaOf } from './storedDrafts.ts';

/** Opens the compiled draft in the Studio. */
export function openDraftInStudio(project: Project): Promise<void> {
  return saying(async () => {
    const { openInStudio } = await import('../projects/openInStudio.ts');
    await openInStudio(project);
  });
}

/** Saves the project and its media as one file. Shows a note about media that could not be included. */
export function saveDraft(project: Project): Promise<void> {
  return saying(async () => {
    const { packProject } = await import('../projects/packProject.ts');
    const { blob, fileName, missing } = await packProject(project);
    saveBlob(fileName, blob);
    if (missing.length > 0)
      showNote(`Missing in the file because it no longer exists: ${missing.map(own).join(', ')}.`);
  });
}

/** Copies the command line that creates the same result. Files have their local names. */
export function copyAsCommand(tool: Tool): Promise<void> {
  return saying(async () => {
    const { asCommand } = await import('../../engine/tools/asCommand.ts');
    const draft = draftOf(tool);
    const note =
      mediaOf(draft).length > 0
        ? 'Command copied. Put its files in the Cutroom folder and run it there.'
        : 'Command copied. Run it in the Cutroom folder.';
    await copyNoted(asCommand(tool, bodyOf(tool, draft, nameOf)), note);
  });
}

/** Copies the curl requests that create the same result. They upload local files first. */
export function copyAsCurl(tool: Tool): Promise<void> {
  return saying(async () => {
    const { asCurl } = await import('../../engine/tools/asCurl.ts');
    const draft = draftOf(tool);
    const files = filesToSend(mediaOf(draft));
    const note =
      files.length > 0
        ? 'Request copied. Run it in the folder with its files; they are uploaded first.'
        : 'Request copied.';
    await copyNoted(asCurl(writtenBody(tool, bodyOf(tool, draft)), location.origin, files), note);
  });
}

/** Runs work and shows its failure. */
function saying(work: () => Promise<void>): Promise<void> {
  return work().catch(showFailure);
}

/** Resets every tool. The toast offers undo while it is visible. */
export function resetAllTools(): void {
  const undo = resetAllDrafts();
  showNote('All tools are reset.', { action: { label: 'Undo', run: undo } });
}
