import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { noteEnded, type RecoveryLink } from '../../client/account/accountCalls.ts';
import { isApiError } from '../../client/page/server.ts';
import './account.css';

/** A field of an account form. */
export interface AccountField {
  name: string;
  label: string;
  /** A checked checkbox has the value `on`, an unchecked one ''. */
  type: 'email' | 'password' | 'text' | 'checkbox';
  autoComplete?: string;
  inputMode?: 'numeric';
  value?: string;
  hint?: string;
  /** In characters. */
  min?: number;
  max?: number;
  isOptional?: boolean;
  /** Message if the value is empty or only spaces. */
  missing?: string;
}

interface Props {
  fields: readonly AccountField[];
  submit: string;
  /** Default: primary, for the only form of a page. */
  variant?: 'primary' | 'plain' | 'plain is-danger';
  children?: ReactNode;
  /** @returns the success message; undefined if the page shows the result itself. */
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
  /** Whether the success message still applies; default: yes. */
  stillHolds?: boolean;
  /** Link to show with an error; default: to the sign-in if the session has ended. */
  wayOn?: (error: unknown) => RecoveryLink | undefined;
}

/** Result message of a form. */
interface Message {
  text: string;
  isBad: boolean;
  /** Name of the field it concerns; absent: the whole form. */
  field?: string | undefined;
  way?: RecoveryLink | undefined;
}

/**
 * Account form: fields and a button. Errors appear at their field, else next to the button, or below it in a page's
 * only form. Input is retained.
 */
export function AccountForm(props: Props) {
  const { fields, submit, variant = 'primary', children, onSubmit, stillHolds = true, wayOn = noteEnded } = props;
  const [isBusy, setBusy] = useState(false);
  const [last, setMessage] = useState<Message>();
  const message = last?.isBad || stillHolds ? last : undefined;
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const values = valuesOf(form.current, fields);
    const empty = fields.find(({ name, missing }) => missing && values[name] === '');
    if (empty) {
      setMessage({ text: empty.missing ?? '', isBad: true, field: empty.name });
      return focusField(form.current, empty.name);
    }
    setBusy(true);
    setMessage(undefined);
    try {
      const text = await onSubmit(values);
      if (typeof text === 'string') {
        setMessage({ text, isBad: false });
        form.current?.reset();
      }
    } catch (error) {
      const text = isApiError(error) ? error.message : pageMessages.unknown;
      // In a form with one field, that field is what the server rejects.
      const field = isApiError(error) && error.status < 429 && fields.length === 1 ? fields[0]?.name : undefined;
      setMessage({ text, isBad: true, field, way: wayOn(error) });
      if (field) focusField(form.current, field);
    }
    setBusy(false);
  };
  return (
    <form className="stack-2" ref={form} onSubmit={send}>
      {fields.map((field) => (
        <Field key={field.name} field={field} refusal={message?.field === field.name ? message.text : ''} />
      ))}
      <div className="row wrap account-actions">
        <button
          type="submit"
          className={variant === 'primary' ? 'button large primary' : `button ${variant}`}
          aria-disabled={isBusy}
        >
          {submit}
        </button>
        {children}
        <p className={message?.isBad ? 'grow account-said is-bad' : 'grow account-said'} role="status">
          {message?.field ? '' : message?.text}
        </p>
        {message?.way && <Link href={message.way.href}>{message.way.title}</Link>}
      </div>
    </form>
  );
}

function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}

/** Returns the values of a form; trims required fields. */
function valuesOf(form: HTMLFormElement, fields: readonly AccountField[]): Record<string, string> {
  const written = new FormData(form);
  const textOf = ({ name, missing }: AccountField) => {
    const text = String(written.get(name) ?? '');
    return [name, missing ? text.trim() : text];
  };
  return Object.fromEntries(fields.map(textOf));
}

function Field({ field, refusal }: { field: AccountField; refusal: string }) {
  const { name, label, type, autoComplete, inputMode, value, hint, min, max, isOptional } = field;
  const id = useId();
  if (type === 'checkbox')
    return (
      <label className="row account-check">
        <input type="checkbox" name={name} />
        {label}
      </label>
    );
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        defaultValue={value}
        required={!isOptional}
        minLength={min}
        maxLength={max}
        aria-invalid={refusal !== ''}
        aria-describedby={[refusal && `${id}-refusal`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      />
      {refusal && (
        <span className="refusal small" id={`${id}-refusal`} role="alert">
          {refusal}
        </span>
      )}
      {hint && (
        <span className="soft" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
