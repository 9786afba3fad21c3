import { ImagePlus, Type, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { placeChoices } from '../../engine/tools/watermarkPlaces.ts';
import type { Draft } from '../client/drafts/storedDrafts.ts';
import { mediaTable } from '../client/media/mediaTable.ts';
import { fileNameOf } from '../client/media/references.ts';
import { PickFiles } from '../media/PickFiles.tsx';
import { setField, setFields } from './drafts.ts';
import { FieldControl } from './FieldControl.tsx';
import { fieldOf } from './formOf.ts';
import { withFileImport } from './withFileImport.ts';
import './toolForm.css';

/** Props of the watermark fields. */
export interface WatermarkFieldsProps {
  tool: { id: string };
  draft: Draft;
  /** Problem text of a field; '' if it is valid. */
  refusalOf: (name: string) => string;
}

const media = [
  { value: 'text', title: 'Text', icon: <Type /> },
  { value: 'image', title: 'Image', icon: <ImagePlus /> },
] as const;

/** Fields of a watermark: text with font and color, or an image; size, opacity, and one of nine positions. */
export function WatermarkFields({ tool, draft, refusalOf }: WatermarkFieldsProps) {
  const name = useId();
  const { watermarkMedium: medium = 'text' } = draft.settings;
  const show = (field: string) => {
    const found = fieldOf({ id: 'watermark' }, field);
    return (
      found && (
        <FieldControl
          field={found}
          value={draft.settings[field]}
          duration={0}
          refusal={refusalOf(field)}
          onChange={(value) => setField(tool, field, value)}
        />
      )
    );
  };
  return (
    <div className="stack-2 watermark-fields">
      <fieldset className="wrap tool-choice watermark-medium">
        <legend className="unseen">Watermark type</legend>
        {media.map(({ value, title, icon }) => (
          <label key={value} className="choice tool-choice-card">
            <input
              type="radio"
              className="card-input"
              name={name}
              checked={medium === value}
              onChange={() => setField(tool, 'watermarkMedium', value)}
            />
            <span className="row">
              {icon}
              {title}
            </span>
          </label>
        ))}
      </fieldset>
      {medium === 'image' ? (
        <MarkPicture tool={tool} draft={draft} refusal={refusalOf('watermarkImg') || refusalOf('watermarkText')} />
      ) : (
        <>
          {show('watermarkText')}
          <div className="stack-2 watermark-row">
            {show('watermarkFont')}
            {show('watermarkColor')}
          </div>
        </>
      )}
      <div className="stack-2 watermark-pair">
        {show('watermarkSize')}
        {show('watermarkOpacity')}
      </div>
      <Places tool={tool} draft={draft} />
    </div>
  );
}

function MarkPicture({ tool, draft, refusal }: Pick<WatermarkFieldsProps, 'tool' | 'draft'> & { refusal: string }) {
  const { byUrl } = useSnapshot(mediaTable);
  const { watermarkImg: url } = draft.settings;
  const isThere = typeof url === 'string';
  const place = useRef<HTMLDivElement>(null);
  return (
    <div className="row wrap watermark-picture" ref={place}>
      {isThere && (
        <span className="ellipsis tool-source-name" translate="no">
          {byUrl[url]?.name ?? fileNameOf(url)}
        </span>
      )}
      <PickFiles
        className={isThere ? 'text-button' : 'button plain'}
        label="Watermark image from this device"
        accept="image/*"
        multiple={false}
        onFiles={(files) => withFileImport(({ importWatermark }, of) => importWatermark(of(tool.id), files))}
      >
        {isThere ? 'Choose another' : 'Choose an image'}
      </PickFiles>
      {isThere && (
        <button
          type="button"
          className="button quiet icon"
          aria-label="Remove the watermark image"
          onClick={() => {
            place.current?.querySelector('button')?.focus();
            setFields(tool, { watermarkImg: undefined });
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
      {refusal && (
        <p className="refusal small" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** The nine positions, as a 3 × 3 grid. */
function Places({ tool, draft }: Pick<WatermarkFieldsProps, 'tool' | 'draft'>) {
  const name = useId();
  const { watermarkPos: place = 'top-left' } = draft.settings;
  return (
    <fieldset className="watermark-places">
      <legend>Place</legend>
      <div>
        {Object.entries(placeChoices)
          .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
          .map(([value, title]) => (
            <label key={value} title={title}>
              <input
                type="radio"
                className="card-input"
                name={name}
                aria-label={title}
                checked={place === value}
                onChange={() => setField(tool, 'watermarkPos', value)}
              />
              <span aria-hidden="true" />
            </label>
          ))}
      </div>
    </fieldset>
  );
}

/** Positions in row order. */
const order = [
  ...['top-left', 'top', 'top-right', 'left', 'center'],
  ...['right', 'bottom-left', 'bottom', 'bottom-right'],
];
