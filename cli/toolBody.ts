import type { Command } from 'commander';
import type { Problem } from '../engine/project/problems.ts';
import { commonFieldsOf } from '../engine/tools/body.ts';
import { fieldsOf } from '../engine/tools/field.ts';
import { clipNumber, inputsOf, keyOf, sourceFlagOf } from '../engine/tools/inputs.ts';
import { requestBody } from '../engine/tools/requestBody.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { UsageError } from './output.ts';
import { flagsOf, settingsOf } from './toolFlags.ts';
import { asBodyFile } from './toolSources.ts';

/** Adds the flags of a tool's settings to its command. */
export function addSettingFlags(command: Command, tool: Tool): void {
  command.optionsGroup('Settings:');
  for (const flag of flagsOf(tool.settings)) command.addOption(flag);
  command.optionsGroup('Settings of every tool:');
  for (const flag of flagsOf(commonFieldsOf(tool))) command.addOption(flag);
  command.option('--settings <json>', 'settings as in the body of a request; flags take precedence');
}

/**
 * Returns the settings of a command as in a createVideo body. A watermark's text or image enables the watermark.
 * @param options parsed by commander.
 */
export function commandSettings(tool: Tool, options: Record<string, unknown>): Record<string, unknown> {
  const fromJson = jsonSettings(options.settings);
  const settings = { ...fromJson, ...settingsOf(commonFieldsOf(tool), options), ...settingsOf(tool.settings, options) };
  const wantsWatermark = settings.watermarkText !== undefined || settings.watermarkImg !== undefined;
  const medium = settings.watermarkImg === undefined ? 'text' : 'image';
  return { ...(wantsWatermark ? { withCustomWatermark: true, watermarkMedium: medium } : {}), ...settings };
}

function jsonSettings(text: unknown): object {
  if (typeof text !== 'string') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError('--settings must be a JSON object such as \'{"numLoops": 3}\'.');
}

/**
 * Returns the createVideo body that is equivalent to a command.
 * @param settings from `commandSettings`. @param sources inputs of the tool.
 */
export function toolBody(
  tool: Tool,
  settings: Record<string, unknown>,
  { sources, extra }: { sources: readonly string[]; extra: readonly string[] },
): Record<string, unknown> {
  const [clips] = inputsOf(tool).map((inputs) => (inputs.max > 1 ? settings[keyOf(inputs)] : undefined));
  const files = sources.length === 0 && Array.isArray(clips) ? clips : sources.map((file) => asBodyFile(tool, file));
  return requestBody(tool, { settings, files, extra: extra[0] });
}

/**
 * Formats a problem for the terminal: names the setting's flag, or its pointer in --settings if it has no flag, and the
 * number of the input if there are several.
 */
export function printAsFlag(tool: Tool, { pointer, message, code }: Problem): string {
  const [name] = pointer.split('/').slice(1);
  if (name === undefined) return `${message} (${code})`;
  const field = [...fieldsOf(tool.settings), ...fieldsOf(commonFieldsOf(tool))].find((one) => one.name === name);
  const inputs = inputsOf(tool).find((one) => keyOf(one) === name);
  if (!inputs && !field) return `${name in tool.settings.shape ? `--settings ${pointer}: ` : ''}${message} (${code})`;
  const number = clipNumber(pointer);
  const which = number === undefined ? '' : `, number ${number}`;
  const flag = `--${inputs ? sourceFlagOf(inputs) : field?.flag}`;
  return `${flag}${which}: ${message.replaceAll(`"${name}"`, `"${flag}"`)} (${code})`;
}
