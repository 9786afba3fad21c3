import { extname } from 'node:path';
import { isStill, outputExtension } from '../engine/project/output.ts';
import type { Project } from '../engine/project/project.ts';
import { commonFieldsOf } from '../engine/tools/body.ts';
import { type Field, fieldsOf } from '../engine/tools/field.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { UsageError } from './output.ts';

/** The setting that chooses a tool's output format. */
function formatField(tool: Tool): Field | undefined {
  return [...fieldsOf(tool.settings), ...fieldsOf(commonFieldsOf(tool))].find(({ isFormat }) => isFormat);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/**
 * Sets the format from the extension of `out`, unless the settings choose one, so that the format's own settings apply.
 */
export function withFormatOf(tool: Tool, settings: Record<string, unknown>, out: string): Record<string, unknown> {
  const field = formatField(tool);
  if (!field || tool.named || isPresent(settings[field.name])) return settings;
  const choice = field.choices.find(({ value }) => value === endingOf(out));
  return choice ? { ...settings, [field.name]: choice.value } : settings;
}

/** Rejects an output name whose extension contradicts the chosen format. @throws UsageError */
export function refuseContradiction(tool: Tool, settings: Record<string, unknown>, out: string, made: Project): void {
  const field = formatField(tool);
  if (!field || !isPresent(settings[field.name])) return;
  // A video format does not apply to images.
  if (isStill(made) && field.name in commonFieldsOf(tool).shape) return;
  if (endingOf(out) !== outputExtension(made.output))
    throw new UsageError(`--${field.flag} is ${settings[field.name]}, but --out is "${out}".`);
}

function endingOf(out: string): string {
  return extname(out)
    .slice(1)
    .toLowerCase()
    .replace(/^jpeg$/, 'jpg');
}
