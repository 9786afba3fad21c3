import { type ComponentType, useEffect, useRef } from 'react';
import { AudioTrackMenu } from '../media/AudioTrackMenu.tsx';
import { details } from './details.data.ts';
import { setField } from './drafts.ts';
import { FieldControl } from './FieldControl.tsx';
import { formOf, WATERMARK_FIELDS } from './formOf.ts';
import type { FormField } from './forms.data.ts';
import type { Shown } from './shown.ts';
import type { Draft } from './storedDrafts.ts';
import type { WatermarkFieldsProps } from './WatermarkFields.tsx';
import './toolForm.css';
import { locale, t } from '../texts/t.ts';

interface Props {
  tool: { id: string };
  draft: Draft;
  /** The compiled result; undefined while there is none. */
  shown: Pick<Shown, 'type' | 'ending'> | undefined;
  /** Problem text of a field; '' if it is valid. */
  refusalOf: (name: string) => string;
  /** Names of fields that another part of the page renders. */
  elsewhere: readonly string[];
  /** Renders the watermark fields; undefined until they are loaded. */
  Watermark: ComponentType<WatermarkFieldsProps> | undefined;
}

/** Form of a tool: its own settings, and the common ones in a collapsed section. */
export function ToolForm({ tool, draft, shown, refusalOf, elsewhere, Watermark }: Props) {
  const hasBeside = (details[tool.id]?.beside.length ?? 0) > 0;
  const lengthOf = ({ isOfBeside }: FormField) => {
    // In audio tools, the audio is the source itself.
    const file = isOfBeside && hasBeside ? draft.beside : draft.sources[0];
    return file?.duration ?? 0;
  };
  const counts = ({ onlyFor }: FormField) => !onlyFor || (shown !== undefined && onlyFor.includes(shown.type));
  const isAsked = (field: FormField) =>
    isShown(field) && counts(field) && (field.control !== 'time' || lengthOf(field) > 0);
  const isShown = ({ name, title, onlyWith }: FormField) =>
    title !== '' && !elsewhere.includes(name) && (onlyWith === undefined || draft.settings[onlyWith] === true);
  const isOfMoving = ({ name }: FormField) => name === 'videoType' && shown?.type === 'image';
  const form = formOf(tool);
  const own = form.own.filter(isAsked);
  const common = form.common.filter((field) => isAsked(field) && !isOfMoving(field));
  const isRefused = common.some(({ name }) => refusalOf(name) !== '');
  const more = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The section stays open while its problem is being fixed.
    if (isRefused && more.current) more.current.open = true;
  }, [isRefused]);
  const show = (field: FormField) => (field.name === 'audioTrack' ? trackMenu(field) : control(field));
  const trackMenu = ({ name }: FormField) => (
    <AudioTrackMenu
      key={name}
      url={draft.sources[0]?.url ?? ''}
      chosen={draft.settings[name] as number | undefined}
      refusal={refusalOf(name)}
      onChange={(track) => setField(tool, name, track)}
    />
  );
  const control = (field: FormField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={draft.settings[field.name] ?? (field.name === 'videoType' ? shown?.ending : undefined)}
      duration={lengthOf(field)}
      refusal={refusalOf(field.name)}
      onChange={(value) => setField(tool, field.name, value)}
    />
  );
  const withMark = (fields: readonly FormField[]) => [
    ...fields.filter(({ name }) => !WATERMARK_FIELDS.includes(name)).map(show),
    ...(Watermark && fields.some(({ name }) => name === 'watermarkText')
      ? [<Watermark key="watermark" {...{ tool, draft, refusalOf }} />]
      : []),
  ];
  return (
    <>
      {own.length > 0 && <div className="tool-fields">{withMark(own)}</div>}
      <details className="tool-more" ref={more}>
        <summary>{summaryOf(common)}</summary>
        <div className="tool-fields">{withMark(common)}</div>
      </details>
    </>
  );
}

/** Names the settings in the collapsed section. */
function summaryOf(common: readonly FormField[]): string {
  const has = (name: string) => common.some((field) => field.name === name);
  const parts = [
    'Name',
    ...(has('videoType') ? ['format'] : []),
    ...(has('fitUnder') ? ['file size'] : []),
    ...(has('withCustomWatermark') ? ['watermark'] : []),
  ];
  return new Intl.ListFormat(locale('en-GB')).format(parts.map(t));
}
