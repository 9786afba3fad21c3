import { proxy, ref } from 'valtio/vanilla';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';
import type { Unproxied } from '../client/page/unproxied.ts';

/** A tool of the list of subtitles. */
export type ListTool = 'find' | 'shift' | 'silences' | 'fillers';

/** The tool that is open in the list. */
export const listTool = proxy({ open: undefined as ListTool | undefined });

/** Opens a tool, or closes it if it is open. */
export function toggleTool(tool: ListTool): void {
  listTool.open = listTool.open === tool ? undefined : tool;
}

export function closeTool(): void {
  listTool.open = undefined;
}

/** What is about to be cut out of the video, for its timeline. */
export const plannedCuts = proxy({
  /** In seconds of the timeline that shows them, in order. */
  spans: ref([]) as Unproxied<readonly TimeSpan[]>,
});

/** Shows on the timeline what is about to be cut. @param spans none: nothing. */
export function planCuts(spans: readonly TimeSpan[]): void {
  if (spans.length > 0 || plannedCuts.spans.length > 0) plannedCuts.spans = ref(spans);
}
