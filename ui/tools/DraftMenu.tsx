import { Braces, Clapperboard, FileDown, Files, RotateCcw, SquareTerminal } from 'lucide-react';
import type { Project } from '../../engine/project/project.ts';
import { writtenBody } from '../../engine/tools/requestBody.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { bodyOf, nameOf } from '../client/drafts/compileDraft.ts';
import { mediaOf } from '../client/drafts/storedDrafts.ts';
import { filesToSend } from '../client/media/filesToSend.ts';
import { copyNoted } from '../client/page/copyText.ts';
import { showFailure, showNote } from '../client/page/notices.ts';
import { saveBlob } from '../client/page/saveFile.ts';
import { own } from '../client/page/t.ts';
import { openBatch } from '../client/renders/batch.ts';
import { draftOf } from './drafts.ts';
import { resetAllDrafts } from './forgetDrafts.ts';

interface Props {
  tool: Tool;
  /** The compiled draft; undefined while it has problems. */
  project: Project | undefined;
}

/** Menu items that use the draft elsewhere, such as opening it in the Studio. */
export function DraftMenu({ tool, project }: Props) {
  if (!project)
    return (
      <>
        <p className="menu-words soft small">Complete the settings to see all options.</p>
        <ResetTools />
      </>
    );
  return (
    <>
      <button type="button" onClick={() => void openDraftInStudio(project)}>
        <Clapperboard aria-hidden="true" />
        Open in Studio
      </button>
      <button type="button" onClick={() => void saveDraft(project)}>
        <FileDown aria-hidden="true" />
        Save project
      </button>
      <button type="button" onClick={() => void copyAsCommand(tool)}>
        <SquareTerminal aria-hidden="true" />
        Copy as command
      </button>
      <button type="button" onClick={() => void copyAsCurl(tool)}>
        <Braces aria-hidden="true" />
        Copy as curl
      </button>
      {tool.inputs.max === 1 && (
        <button type="button" onClick={() => openBatch(tool.id, true)}>
          <Files aria-hidden="true" />
          Apply to many files
        </button>
      )}
      <ResetTools />
    </>
  );
}

function ResetTools() {
  return (
    <button type="button" onClick={resetAllTools}>
      <RotateCcw aria-hidden="true" />
      Reset all tools
    </button>
  );
}

/** Opens the compiled draft in the Studio. */
function openDraftInStudio(project: Project): Promise<void> {
  return saying(async () => {
    const { openInStudio } = await import('../app/openInStudio.ts');
    await openInStudio(project);
  });
}

/** Saves the project and its media as one file. Shows a note about media that could not be included. */
function saveDraft(project: Project): Promise<void> {
  return saying(async () => {
    const { packProject } = await import('../client/projects/packProject.ts');
    const { blob, fileName, missing } = await packProject(project);
    saveBlob(fileName, blob);
    if (missing.length > 0)
      showNote(`Missing in the file because it no longer exists: ${missing.map(own).join(', ')}.`);
  });
}

/** Copies the command line that creates the same result. Files have their local names. */
function copyAsCommand(tool: Tool): Promise<void> {
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
function copyAsCurl(tool: Tool): Promise<void> {
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
function resetAllTools(): void {
  const undo = resetAllDrafts();
  showNote('All tools are reset.', { action: { label: 'Undo', run: undo } });
}
