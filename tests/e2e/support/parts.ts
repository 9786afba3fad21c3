import type { Locator, Page } from 'playwright';

/** The header of the Studio. */
export const header = (page: Page): Locator => page.getByRole('banner').first();

/** The button that renders the project. */
export const doneButton = (page: Page): Locator => header(page).getByRole('button', { name: 'DONE', exact: true });

/** The footer below the canvas. */
export const footer = (page: Page): Locator => page.getByRole('contentinfo');

/** The controls of the footer, which scroll sideways. */
export const footerControls = (page: Page): Locator => footer(page).getByRole('toolbar').locator('button, input');

/** The messages at the bottom of a page. */
export const notices = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });

/** Placeholders of loading parts of the page. */
export const waiting = (page: Page): Locator => page.locator('[aria-busy="true"]');

/** The stage: the canvas with everything around and above it. */
export const stage = (page: Page): Locator => page.getByRole('group', { name: 'Canvas', exact: true });

/** The canvas of the Studio's preview, which comes before overlay canvases. */
export const canvasOf = (page: Page): Locator => stage(page).locator('canvas').first();

/** The buttons of the layers on the canvas, front to back. */
export const layerButtons = (page: Page): Locator => stage(page).locator('button[data-layer]');

/** The button of a layer on the canvas. */
export const layerButton = (page: Page, id: string): Locator => stage(page).locator(`button[data-layer="${id}"]`);

/** The outline of the selected layer with its handles. */
export const selection = (page: Page): Locator => stage(page).getByTestId('selection');

/** The handles of the selected layer. */
export const handles = (page: Page): Locator => selection(page).locator('[data-gesture]');

/** A handle by its name: a side or corner such as "se", or "rotate". */
export const handle = (page: Page, name: string): Locator => selection(page).locator(`[data-gesture="${name}"]`);

/** The snapping guides of a gesture. */
export const snapGuides = (page: Page): Locator => stage(page).getByTestId('snap-guide');

/** The floating menu of the selected layer next to the canvas. */
export const floatingMenu = (page: Page): Locator => stage(page).getByRole('group', { name: / Layer$/ });

/** The play bar below the canvas. */
export const playBar = (page: Page): Locator => page.getByRole('group', { name: 'Playback' });

/** The slider for the current time, in the play bar or on the ruler of the timeline. */
export const seeker = (page: Page): Locator => page.getByRole('slider', { name: 'Time', exact: true });

/** The track of the seeker, as long as the project. */
export const seekerTrack = (page: Page): Locator => page.getByTestId('seeker-track');

/** Current time and duration as text, such as "00:01.00 / 00:12.00". */
export const clock = (page: Page): Locator => page.getByRole('timer');

/** The scenes next to the canvas. */
export const sceneList = (page: Page): Locator => page.getByRole('complementary', { name: 'Scenes' });

/** The screen reader announcement for a scene moved by keyboard. */
export const announcement = (page: Page): Locator => page.locator('[aria-live="assertive"]');

/** The scenes of the list in order. */
export const sceneCards = (page: Page): Locator => page.getByRole('list', { name: 'Scenes' }).getByRole('listitem');

/** The thumbnail of a scene, which selects and drags it. @param index from 0. */
export const sceneButton = (page: Page, index: number): Locator =>
  sceneCards(page)
    .nth(index)
    .getByRole('button', { name: /^Scene \d/ });

/** The timeline's ruler, scenes and layers, which scroll sideways. */
export const board = (page: Page): Locator => page.getByRole('group', { name: 'Timeline', exact: true });

/** The timeline docked below the canvas. */
export const timelineDock = (page: Page): Locator => page.getByRole('region', { name: 'Timeline', exact: true });

/** The scrolling content of the timeline, as wide as the project is long. */
export const boardContent = (page: Page): Locator => board(page).getByTestId('timeline-content');

/** The playhead of the timeline. */
export const playhead = (page: Page): Locator => board(page).getByTestId('playhead');

/** The trim sliders of the timeline for the videos of the scene and for the audio. */
export const trims = (page: Page): Locator => page.getByRole('region', { name: 'Trim', exact: true });

/** A preview of the canvas without editing, as on the timeline. */
export const preview = (page: Page): Locator => page.getByRole('img', { name: 'Preview', exact: true });

/** The trim slider on the screen that trims a video. */
export const videoTrimmer = (page: Page): Locator => page.getByRole('region', { name: 'Trim video' });

/** The whole duration of a file with the two thumbs of its trim. */
export const trimTrack = (page: Page): Locator => page.getByTestId('trim-track');

/** The filmstrip of a video. */
export const filmstrip = (within: Page | Locator): Locator => within.getByTestId('filmstrip');

/** The waveform of audio. */
export const waveform = (within: Page | Locator): Locator => within.getByTestId('waveform');

/** The sheet over the editor with this name. */
export const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** The hidden file input. */
export const fileInput = (within: Page | Locator): Locator => within.locator('input[type=file]');

/** Painted thumbnails of scenes and layers within a part of the page. */
export const paintedPictures = (within: Locator): Locator => within.locator('canvas[data-painted]');

/** Saved projects in the projects sheet whose cards contain this name. */
export const projectCard = (page: Page, name: string): Locator =>
  sheet(page, 'Projects').getByRole('listitem').filter({ hasText: name });

/** The samples on the home page. */
export const samples = (page: Page): Locator => page.getByRole('region', { name: 'Samples' });

/** The button that opens a sample on the home page. */
export const sampleCard = (page: Page, name: string): Locator => samples(page).getByRole('button', { name });

/** A render in the list on the home page. */
export const renderRow = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Your renders' }).getByRole('listitem').filter({ hasText: name });

/** The large image of the open project on the home page. */
export const projectPicture = (page: Page): Locator => page.getByRole('img', { name: /^Preview of / });

/** The page of a render. */
export const videoPage = (page: Page): Locator => page.getByRole('article');

/** The video of a finished render. */
export const resultVideo = (page: Page): Locator => videoPage(page).locator('video');

/** The image of a finished render, without decorative images. */
export const resultPicture = (page: Page): Locator => videoPage(page).locator('img:not([alt=""])');

/** The facts of the result, as names and values. */
export const facts = (page: Page): Locator => page.getByRole('main').locator('dl');

/** The visible texts of a running render, without announcements for screen readers only. */
export const renderWords = (page: Page): Locator => videoPage(page).locator('p:not([role="status"])');
