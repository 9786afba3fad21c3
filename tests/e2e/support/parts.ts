import type { Locator, Page } from 'playwright';

/** The bar above the Studio. */
export const header = (page: Page): Locator => page.getByRole('banner').first();

/** The button that has the project rendered. */
export const doneButton = (page: Page): Locator => header(page).getByRole('button', { name: 'DONE', exact: true });

/** The bar below the canvas. */
export const footer = (page: Page): Locator => page.getByRole('contentinfo');

/** The controls of the footer, which scroll sideways. */
export const footerControls = (page: Page): Locator => footer(page).getByRole('toolbar').locator('button, input');

/** What is said at the bottom of a page. */
export const notices = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });

/** What waits for a part of the page that is being fetched. */
export const waiting = (page: Page): Locator => page.locator('[aria-busy="true"]');

/** The canvas of the Studio with all that lies around and over it. */
export const stage = (page: Page): Locator => page.getByRole('group', { name: 'Canvas', exact: true });

/** What the Studio's preview is drawn on: its first canvas, before those of what lies over it. */
export const canvasOf = (page: Page): Locator => stage(page).locator('canvas').first();

/** The buttons that stand for the layers on the canvas, front to back. */
export const layerButtons = (page: Page): Locator => stage(page).locator('button[data-layer]');

/** The button that stands for a layer on the canvas. */
export const layerButton = (page: Page, id: string): Locator => stage(page).locator(`button[data-layer="${id}"]`);

/** The outline of the selected layer, with its handles. */
export const selection = (page: Page): Locator => stage(page).getByTestId('selection');

/** What the selected layer is resized and rotated by. */
export const handles = (page: Page): Locator => selection(page).locator('[data-gesture]');

/** A handle by what it does: a side or corner such as "se", or "rotate". */
export const handle = (page: Page, name: string): Locator => selection(page).locator(`[data-gesture="${name}"]`);

/** The lines of what a gesture has snapped to. */
export const snapGuides = (page: Page): Locator => stage(page).getByTestId('snap-guide');

/** The menu beside the canvas that follows the selected layer. */
export const floatingMenu = (page: Page): Locator => stage(page).getByRole('group', { name: / Layer$/ });

/** The bar below the canvas that plays it. */
export const playBar = (page: Page): Locator => page.getByRole('group', { name: 'Playback' });

/** What shows the time that is shown, and goes elsewhere in it: of the play bar, or the ruler of the timeline. */
export const seeker = (page: Page): Locator => page.getByRole('slider', { name: 'Time', exact: true });

/** The line of the seeker, as long as the project. */
export const seekerTrack = (page: Page): Locator => page.getByTestId('seeker-track');

/** The time that is shown and the whole of it, as words such as "00:01.00 / 00:12.00". */
export const clock = (page: Page): Locator => page.getByRole('timer');

/** The scenes beside the canvas. */
export const sceneList = (page: Page): Locator => page.getByRole('complementary', { name: 'Scenes' });

/** What is said of a scene that is moved by keys. */
export const announcement = (page: Page): Locator => page.locator('[aria-live="assertive"]');

/** The scenes of the list, in their order. */
export const sceneCards = (page: Page): Locator => page.getByRole('list', { name: 'Scenes' }).getByRole('listitem');

/** The picture of a scene in the list, which selects and drags it. @param index from 0. */
export const sceneButton = (page: Page, index: number): Locator =>
  sceneCards(page)
    .nth(index)
    .getByRole('button', { name: /^Scene \d/ });

/** The timeline's ruler, scenes and bars, which scroll sideways. */
export const board = (page: Page): Locator => page.getByRole('group', { name: 'Timeline', exact: true });

/** What scrolls in the timeline: as wide as the project is long. */
export const boardContent = (page: Page): Locator => board(page).getByTestId('timeline-content');

/** The line of the timeline at the moment that is shown. */
export const playhead = (page: Page): Locator => board(page).getByTestId('playhead');

/** The sliders of the timeline that trim the videos of the scene, and the music. */
export const trims = (page: Page): Locator => page.getByRole('region', { name: 'Trim', exact: true });

/** Where the canvas is only looked at, as on the timeline. */
export const preview = (page: Page): Locator => page.getByRole('img', { name: 'Preview', exact: true });

/** What of a file is kept, on the screen that trims a video. */
export const videoTrimmer = (page: Page): Locator => page.getByRole('region', { name: 'Trim video' });

/** The whole of a file with the two thumbs of what is kept, from edge to edge. */
export const trimTrack = (page: Page): Locator => page.getByTestId('trim-track');

/** A video as a row of pictures. */
export const filmstrip = (within: Page | Locator): Locator => within.getByTestId('filmstrip');

/** A sound as a row of bars. */
export const waveform = (within: Page | Locator): Locator => within.getByTestId('waveform');

/** The screen that opens over the editor by that name. */
export const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** What asks for files of this device; there, but not in sight. */
export const fileInput = (within: Page | Locator): Locator => within.locator('input[type=file]');

/** The pictures of scenes and layers that are painted, within a part of the page. */
export const paintedPictures = (within: Locator): Locator => within.locator('canvas[data-painted]');

/** The saved projects of a name in the sheet of the projects; names that begin so too. */
export const projectCard = (page: Page, name: string): Locator =>
  sheet(page, 'Projects').getByRole('listitem').filter({ hasText: name });

/** The projects that come with Cutroom, on the first page. */
export const samples = (page: Page): Locator => page.getByRole('region', { name: 'Samples' });

/** What opens a sample on the first page, where it can be rendered as it is. */
export const sampleCard = (page: Page, name: string): Locator => samples(page).getByRole('button', { name });

/** One of the renders in the list on the first page. */
export const renderRow = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Your renders' }).getByRole('listitem').filter({ hasText: name });

/** The large picture of the project that is open on the first page. */
export const projectPicture = (page: Page): Locator => page.getByRole('img', { name: /^Preview of / });

/** The page of a render. */
export const videoPage = (page: Page): Locator => page.getByRole('article');

/** The video that a render has become. */
export const resultVideo = (page: Page): Locator => videoPage(page).locator('video');

/** The picture that a render has become; those that only go with a word beside them have no words of their own. */
export const resultPicture = (page: Page): Locator => videoPage(page).locator('img:not([alt=""])');

/** What the result is, as names and values. */
export const facts = (page: Page): Locator => page.getByRole('main').locator('dl');

/** What is said in sight of a render on its way; what is only heard is left out. */
export const renderWords = (page: Page): Locator => videoPage(page).locator('p:not([role="status"])');
