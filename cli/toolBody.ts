import type { Command } from 'commander';
import type { Problem } from '../engine/project/problems.ts';
import { commonFieldsOf } from '../engine/tools/body.ts';
import { fieldsOf } from '../engine/tools/field.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { flagsOf, settingsOf } from './toolFlags.ts';
import { sourceFlagOf, takeSources } from './toolSources.ts';

/** Adds the flags of a tool's settings to its command. */
export function addSettingFlags(command: Command, tool: Tool): void {
  command.optionsGroup('Settings:');
  for (const flag of flagsOf(tool.settings)) command.addOption(flag);
  command.optionsGroup('Settings of every tool:');
  for (const flag of flagsOf(commonFieldsOf(tool))) command.addOption(flag);
}

/**
 * The createVideo body that asks for the same work as a command, and the files that it names. A watermark that is described is
 * wanted.
 * @param options as commander gives them.
 */
export function toolBody(
  tool: Tool,
  options: Record<string, unknown>,
): { body: Record<string, unknown>; files: string[] } {
  const { files, body: sources } = takeSources(tool, options);
  const settings = { ...settingsOf(commonFieldsOf(tool), options), ...settingsOf(tool.settings, options) };
  const wantsWatermark = settings.watermarkText !== undefined || settings.watermarkImg !== undefined;
  const medium = settings.watermarkImg === undefined ? 'text' : 'image';
  const body = {
    ...(wantsWatermark ? { withCustomWatermark: true, watermarkMedium: medium } : {}),
    ...settings,
    ...sources,
    ...Object.fromEntries(tool.flags.map((flag) => [flag, true])),
  };
  return { body, files };
}

/** A problem for the terminal: a setting is called what it is called there. */
export function printAsFlag(tool: Tool, { pointer, message, code }: Problem): string {
  const [name] = pointer.split('/').slice(1);
  if (name === undefined) return `${message} (${code})`;
  const field = [...fieldsOf(tool.settings), ...fieldsOf(commonFieldsOf(tool))].find((one) => one.name === name);
  const flag = sourceFlagOf(tool, name) ?? `--${field?.flag ?? name}`;
  return `${flag}: ${message.replaceAll(`"${name}"`, `"${flag}"`)} (${code})`;
}
