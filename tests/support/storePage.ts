import '../../ui/app/noEval.ts';
import { createFilmstrips } from '../../engine/browser/strips/filmstrip.ts';
import { newMediaLayer } from '../../engine/edit/newLayers.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { addBrandColor, brandColors, removeBrandColor } from '../../ui/client/brand/brandColors.ts';
import { addFont, brandFonts, readFonts } from '../../ui/client/brand/brandFonts.ts';
import { addFile } from '../../ui/client/media/addFile.ts';
import type { LocalMedia } from '../../ui/client/media/mediaEntry.ts';
import { blobOf, forgetMedia, localUrlOf, mediaTable } from '../../ui/client/media/mediaTable.ts';
import { restoreMedia } from '../../ui/client/media/restoreMedia.ts';
import { forgetUnusedMedia, holdMedia } from '../../ui/client/media/unusedMedia.ts';
import { cancelUpload, ensureUploaded, retryUpload } from '../../ui/client/media/uploads.ts';
import { notices } from '../../ui/client/page/notices.ts';
import { setOwner } from '../../ui/client/page/owner.ts';
import { createAutosave } from '../../ui/client/projects/autosave.ts';
import { duplicateSaved, removeSaved, renameSaved, restoreSaved } from '../../ui/client/projects/changeSaved.ts';
import { packProject } from '../../ui/client/projects/packProject.ts';
import { restoreStudio } from '../../ui/client/projects/restore.ts';
import { listSaved, loadSaved, mediaPathsOf, saveThumbnail } from '../../ui/client/projects/saved.ts';
import { watchSaved } from '../../ui/client/projects/savedChanges.ts';
import { saveProject } from '../../ui/client/projects/saveProject.ts';
import { sweepVersions } from '../../ui/client/projects/sweepVersions.ts';
import { loadTemplate, myTemplates, readTemplates, saveTemplate } from '../../ui/client/projects/templates.ts';
import { listVersions, readVersion } from '../../ui/client/projects/versions.ts';
import { needDatabase, SAVE_TABLES } from '../../ui/client/store/database.ts';
import { sendWaiting, syncNow } from '../../ui/client/sync/keepInSync.ts';
import { removeSyncedData } from '../../ui/client/sync/leaveBrowser.ts';
import { listUnsent } from '../../ui/client/sync/unsent.ts';
import { addLogos, brandLogos, readLogos } from '../../ui/pickers/BrandLogos.tsx';
import { importProject } from '../../ui/studio/state/addFiles.ts';
import { purgeRemoved } from '../../ui/studio/state/tidy.ts';
import * as tab from './tabPage.ts';

/** Returns the files chosen in the page's input. */
function chosen(): File[] {
  return [...(document.querySelector('input')?.files ?? [])];
}

/** Adds the chosen files one after the other. @returns their media, or error messages. */
async function addChosen(options = {}): Promise<(LocalMedia | string)[]> {
  const added: (LocalMedia | string)[] = [];
  for (const file of chosen()) added.push(await addFile(file, options).catch((error: Error) => error.message));
  return added;
}

/** Creates a project with a layer per file. */
function projectOf(media: readonly LocalMedia[], more: Record<string, unknown> = {}): Project {
  const layers = media.map((one, index) => newMediaLayer(one, () => `layer${index}`));
  const parsed = parseProject({ width: 160, height: 120, scenes: [{ id: 's', layers }], ...more });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

/** Returns the SHA-256 of a file in the media table, as hex; undefined if it does not exist. */
async function digestOf(url: string): Promise<string | undefined> {
  const blob = await blobOf(url);
  return blob && digestOfBlob(blob);
}

async function digestOfBlob(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the page can decode an image of the media table. */
async function isShown(url: string): Promise<boolean> {
  const image = new Image();
  image.src = localUrlOf(url) ?? '';
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** Sends local changes until the account's projects are equal here and on the server. */
async function syncAll(): Promise<boolean> {
  await syncNow();
  await sendWaiting(await needDatabase(), () => undefined);
  return syncNow();
}

/** Blocks every save, as a busy machine does. @returns a function that unblocks them. */
async function holdSaves(): Promise<() => void> {
  let isOpen = true;
  const change = (await needDatabase()).transaction(SAVE_TABLES, 'readwrite');
  const hold = async () => {
    while (isOpen) await change.objectStore('heads').count();
  };
  void hold();
  return () => {
    isOpen = false;
  };
}

/** Summarizes the brand kit and templates, with digests for files. */
async function kit() {
  await Promise.all([readFonts(), readLogos(), readTemplates()]);
  const digests = (blobs: (Blob | undefined)[]) => Promise.all(blobs.map((blob) => blob && digestOfBlob(blob)));
  const template = myTemplates.list[0] && (await loadTemplate(myTemplates.list[0].id));
  return {
    colors: [...brandColors.colors].sort(),
    logos: await digests(brandLogos.list.map(({ file }) => file)),
    fonts: await digests(await Promise.all(brandFonts.list.map(blobOf))),
    faces: brandFonts.list.map((url) => brandFonts.faces[url]?.family),
    templates: myTemplates.list.map(({ name }) => name),
    media: await digests(await Promise.all(template ? mediaPathsOf(template).map(blobOf) : [])),
  };
}

/** Functions that the tests call in the page. */
const store = {
  tab,
  addBrandColor,
  addChosen,
  addFont,
  addLogos,
  chosen,
  digestOf,
  isShown,
  kit,
  projectOf,
  blobOf,
  cancelUpload,
  createAutosave,
  createFilmstrips,
  duplicateSaved,
  ensureUploaded,
  packProject,
  forgetMedia,
  forgetUnusedMedia,
  holdMedia,
  holdSaves,
  importProject,
  listSaved,
  leaveBrowser: removeSyncedData,
  listUnsent,
  listVersions,
  loadSaved,
  localUrlOf,
  mediaTable,
  needDatabase,
  notices,
  purgeRemoved,
  readVersion,
  removeBrandColor,
  removeSaved,
  renameSaved,
  restoreMedia,
  restoreSaved,
  restoreStudio,
  retryUpload,
  saveProject,
  saveTemplate,
  saveThumbnail,
  setOwner,
  syncAll,
  thinVersions: sweepVersions,
  watchSaved,
};

declare global {
  interface Window {
    store: typeof store;
  }
}

window.store = store;
