import { formatSentences, optionalSentence } from '../../../engine/project/formats.ts';
import {
  MAX_GIF_SECONDS,
  MAX_SIDE,
  MAX_SOURCE_SECONDS,
  MAX_TOOL_SECONDS,
  MAX_UPLOAD_BYTES,
  MAX_VIDEO_SECONDS,
} from '../../../engine/project/limits.ts';
import { tools } from '../../../engine/tools/index.ts';
import type { SourceKind } from '../../../engine/tools/tool.ts';
import { keyWords } from '../../kit/keyWords.ts';
import { sheetGroups } from '../../studio/shortcuts/sheetGroups.ts';
import { toolGuide } from './toolGuide.ts';

/** Generated parts of guides by name; `[[name]]` in a guide stands for one. */
const parts: Readonly<Record<string, () => string>> = {
  formats: () => [...formatSentences(), optionalSentence()].map((sentence) => `- ${sentence}`).join('\n'),
  shortcuts: shortcutTables,
  uploadMegabytes: () => `${MAX_UPLOAD_BYTES / 1e6}`,
  sourceMinutes: () => `${MAX_SOURCE_SECONDS / 60}`,
  toolMinutes: () => `${MAX_TOOL_SECONDS / 60}`,
  studioMinutes: () => `${MAX_VIDEO_SECONDS / 60}`,
  animationSeconds: () => `${MAX_GIF_SECONDS}`,
  longestSide: () => `${MAX_SIDE}`,
};

/** Replaces `[[name]]` in a guide by its generated part. @throws Error for an unknown name. */
export function fillParts(text: string): string {
  return text.replace(/\[\[(\w+)\]\]/g, (_, name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`There is no generated part "${name}".`);
    return part();
  });
}

/**
 * Generates the guide of a tool. @param head fields of its hand-written file. @param body steps and questions, separated
 * by the heading “Questions”. @throws Error for an unknown tool, a missing part or an invalid example.
 */
export function toolArticle(id: string, head: ReadonlyMap<string, string>, body: string) {
  const tool = tools.find((one) => one.id === id);
  const [steps = '', questions = ''] = body.split('\n## Questions\n').map((text) => text.trim());
  if (!tool || steps === '' || questions === '') throw new Error(`The guide of "${id}" is incomplete.`);
  const kind = head.get('kind') as SourceKind | undefined;
  const example = JSON.parse(head.get('example') ?? '{}') as Record<string, unknown>;
  const markdown = toolGuide(tool, { example, ...(kind ? { kind } : {}), steps, questions });
  return { markdown, summary: tool.summary, picture: `tool-${id}` };
}

function shortcutTables(): string {
  return sheetGroups()
    .map(({ title, rows }) => {
      const lines = rows.map(({ keys, words }) => `| ${words} | ${keys.map(printKeys).join(' or ')} |`);
      return [`## ${title}`, '', '| Action | Keys |', '| --- | --- |', ...lines].join('\n');
    })
    .join('\n\n');
}

/** Prints a key combination as on other systems than a Mac. */
function printKeys(combination: string): string {
  return keyWords(combination, false)
    .map((key) => `<kbd>${key.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</kbd>`)
    .join(' + ');
}
