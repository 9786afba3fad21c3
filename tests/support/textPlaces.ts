/** Source files of the interface's texts: its own, and those of the engine and the server that it shows. */
export const files = [
  'ui/**/*.{ts,tsx}',
  'engine/{edit,effects,formats,kinds,motion,project,timeline,tools}/**/*.ts',
  'engine/browser/{export,zip}/**/*.ts',
  'engine/browser/{ownFont,sound/microphone}.ts',
  'engine/painters/noFontFor.ts',
  'api/accounts/{accountError,quotas}.ts',
  'api/app.ts',
  'api/contract/{account,follow,http,images,pages,quiet,sendFile,speechHints,unnamed}.ts',
  'api/jobs/{failures,workStore,jobStore}.ts',
  'api/projects/storable.ts',
  'api/renderer/media/{apng,constantAudio,limitExceeded,openMedia,probe,probeStreams,sniff,unreadable}.ts',
  'api/renderer/{job/runPlan,job/render,runs/mediaStill,plan/planner,fit/fit,paint/skia,runs/explain,runs/runCommands,runs/stall}.ts',
  'api/routes/**/*.ts',
  'api/sources/**/*.ts',
  'api/system/taskThreads.ts',
  'fixtures/collections/*.ts',
];

/**
 * Files that stay English: guides, the reference and the design system’s page; texts of templates,
 * which users replace; shaders and the languages' own names.
 */
export const notShown = [
  'engine/tools/{asCommand,asCurl,reference,memeArea}.ts',
  'engine/project/{jsonSchema,problems,eastAsianRegion}.ts',
  'engine/browser/export/mp4/**',
  'api/routes/{reference,referenceBlocks,describe}.ts',
  'api/sources/{ownStore,directPut,links/guardedProxy}.ts',
  'ui/texts/**',
  'ui/pages/book/{generated,toolExample,toolGuide}.ts',
  'ui/design/**',
];

/** Strings that only look like sentences. */
export const noTexts = new Set([
  '16px Arial',
  '100px 300px',
  'Arial',
  'Roboto',
  'Ada Lovelace',
  'Control',
  'Escape',
  'Meta',
  'Plus',
  'Microsoft Corporation',
  'Lucide Contributors',
  'button quiet header-link',
  'button quiet header-link here',
  'studio-stage has-rulers',
  'studio-stage is-zoomed',
  'studio-stage is-zoomed has-rulers',
  'M{0} {1}h{2}',
  'M{0} {1}v{2}',
  'JPEG 2000',
  'bytes */{0}',
  'bytes {0}-{1}/{2}',
  'cutroom-upload {0}',
  'group {0}',
  'keyframe {0} {1}',
  'layer {0}',
  'project {0}',
  'rows {0}',
  'scene {0}',
  '{0} 1000px "{1}"',
  '{0} 40px "{1}"',
  '{0} copy',
  '{0} {1}s',
  '{0} key {1}',
  '{0} side',
  '{0} · Cutroom',
  '{0}media/',
  '{0}s',
  '{0}px',
  '{0}ch',
]);

/** Attributes, properties and calls whose texts are always visible or audible. */
export const seen = new RegExp(
  `^(children|prop (${[
    ...['aria-label', 'title', 'alt', 'placeholder', 'label', 'hint', 'words', 'submit', 'text', 'heading', 'lead'],
    ...['aria-valuetext', 'aria-description', 'action', 'summary', 'caption', 'legend', 'question', 'where'],
  ].join('|')})|property (title|label|words|hint|summary|description|unit|short|full|lead|other)|call (${[
    ...[
      'showNote',
      'showError',
      'announceChange',
      'say',
      'tell',
      'report',
      'marked',
      'useTitle',
      'copyNoted',
      'setMessage',
      'setAnnouncement',
      'field',
    ],
    ...['notFound', 'inWords'],
  ].join('|')}))$`,
);

/** Attributes, properties and calls whose texts are for the machine. */
export const unseen = new RegExp(
  `^(compared|prop (${[
    ...['className', 'id', 'role', 'type', 'href', 'path', 'data-.*', 'aria-labelledby', 'aria-controls', 'd', 'media'],
    ...['viewBox', 'key', 'value', 'htmlFor', 'accept', 'src', 'look', 'variant'],
  ].join('|')})|property (${[
    ...['glsl', 'args', 'keys', 'className', 'd', 'viewBox', 'path', 'ffmpeg', 'call', 'fontFamily', 'font', 'id'],
    ...['transform', 'transformOrigin', 'letterSpacing', 'paintOrder', 'textShadow', 'WebkitTextStroke', '--.*'],
    ...[
      'gridTemplate.*',
      'filter',
      'background',
      'area',
      'subject',
      'before',
      'source',
      'extra',
      'mark',
      'timeWindow',
      'format',
    ],
  ].join('|')})|call (${[
    ...['join', 'get', 'set', 'area', 'inked', 'line', 'where', 'describe', 'replace', 'on', 'onError', 'warn'],
    ...['addEventListener', 'removeEventListener', 'querySelector', 'querySelectorAll', 'closest', 'matches'],
    ...['matchMedia', 'insertInto', 'updateTable', 'deleteFrom', 'selectFrom', 'base', 'box', 'header'],
    ...[
      'startsWith',
      'includes',
      'raw',
      'execute',
      'match',
      'exec',
      'test',
      'letters',
      'from',
      'push',
      'change',
      'changeSelected',
      'applyCrop',
      ...['setAtPlayhead', 'editDraft', 'saveBlob'],
    ],
  ].join('|')})|new (RegExp|FontFace|TypeError|File))$`,
);
