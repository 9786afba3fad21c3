import { ImagePlus, Music, Rows3 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { TemplateField } from '../../../engine/edit/templateFields.ts';
import { MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { own } from '../../client/page/t.ts';
import { hexOf } from '../../kit/swatches.tsx';
import { PickFiles } from '../../media/PickFiles.tsx';
import { closeSheet } from '../state/go.ts';
import { chooseFile, fillMany, leaveTemplate, makeFromTemplate, templateForm } from './using.ts';

/** A form for all fields of a template. */
export function TemplateForm() {
  const { name, fields, busy, isOpen } = useSnapshot(templateForm);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <form
      className="stack-2 template-form"
      onSubmit={(event) => {
        event.preventDefault();
        void makeFromTemplate();
      }}
    >
      <h3 ref={heading} tabIndex={-1} translate="no">
        {name}
      </h3>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      <div className="wrap template-ends">
        <button type="button" className="button plain" onClick={isOpen ? closeSheet : leaveTemplate}>
          {isOpen ? 'Leave it as it is' : 'Back'}
        </button>
        <button type="button" className="button plain" onClick={() => void fillMany()}>
          <Rows3 aria-hidden="true" />
          Batch
        </button>
        <button type="submit" className="button primary" disabled={busy !== ''}>
          {isOpen ? 'Fill in' : 'Create a project'}
        </button>
      </div>
    </form>
  );
}

function Field({ field }: { field: TemplateField }) {
  const id = useId();
  const { words } = useSnapshot(templateForm, { sync: true });
  const { name, kind } = field;
  if (kind === 'file' || kind === 'sound') return <FileField field={field} />;
  const value = words[name] ?? '';
  const write = (text: string) => {
    templateForm.words[name] = text;
  };
  return (
    <div className="stack-half template-field" data-kind={kind}>
      <label htmlFor={id} translate="no">
        {name}
      </label>
      {kind === 'color' ? (
        <input
          className="input"
          id={id}
          type="color"
          value={hexOf(value)}
          onChange={({ target }) => write(target.value)}
        />
      ) : (
        <textarea
          className="input"
          id={id}
          rows={Math.min(4, value.split('\n').length)}
          maxLength={MAX_TEXT_LENGTH}
          value={value}
          onChange={({ target }) => write(target.value)}
        />
      )}
    </div>
  );
}

function FileField({ field }: { field: TemplateField }) {
  const { files, busy } = useSnapshot(templateForm);
  const { name, kind, value } = field;
  const chosen = files[name];
  const address = chosen?.kind === 'image' ? localUrlOf(chosen.url) : undefined;
  const isSound = kind === 'sound';
  const file = chosen?.name ?? (value && fileNameOf(value));
  return (
    <div className="stack-half template-field" data-kind="file">
      <span className="label" translate="no">
        {name}
      </span>
      <PickFiles
        className="button plain"
        label={`File for ${own(name)}`}
        accept={isSound ? 'audio/*,video/*' : 'image/*,video/*'}
        multiple={false}
        onFiles={([file]) => file && void chooseFile(field, file)}
      >
        {address ? (
          <img src={address} alt="" />
        ) : isSound ? (
          <Music aria-hidden="true" />
        ) : (
          <ImagePlus aria-hidden="true" />
        )}
        {busy === name ? 'Reading the file ...' : 'Choose a file'}
      </PickFiles>
      <span className="soft small" role="status">
        {file ? own(file) : 'None yet'}
      </span>
    </div>
  );
}
