import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { isApiError } from '../state/server.ts';
import { noteEnded, type WayOn } from './ended.ts';
import './account.css';

/** A field of a form of accounts. */
export interface AccountField {
  name: string;
  label: string;
  /** The value of a checked checkbox is `on`, of another one ''. */
  type: 'email' | 'password' | 'text' | 'checkbox';
  autoComplete?: string;
  inputMode?: 'numeric';
  value?: string;
  hint?: string;
  /** Characters. */
  min?: number;
  max?: number;
  isOptional?: boolean;
  /** Said where nothing but spaces was written. */
  wanted?: string;
}

interface Props {
  fields: readonly AccountField[];
  submit: string;
  /** Default: primary, of a page's only form. */
  variant?: 'primary' | 'plain' | 'plain is-danger';
  children?: ReactNode;
  /** @returns what is said once it is done; nothing where the page shows it. */
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
  /** Whether what was said once it was done still holds; default: yes. */
  stillHolds?: boolean;
  /** Where one can go from what went wrong; default: to the sign-in, where it has ended. */
  wayOn?: (error: unknown) => WayOn | undefined;
}

/** What is said of how it went. */
interface Said {
  text: string;
  isBad: boolean;
  way?: WayOn | undefined;
}

/** Some fields and a button; what went wrong stands beside the button or, on a page's only form, below it, and what was written stays. */
export function AccountForm(props: Props) {
  const { fields, submit, variant = 'primary', children, onSubmit, stillHolds = true, wayOn = noteEnded } = props;
  const [isBusy, setBusy] = useState(false);
  const [last, setSaid] = useState<Said>();
  const said = last?.isBad || stillHolds ? last : undefined;
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const values = valuesOf(form.current, fields);
    const empty = fields.find(({ name, wanted }) => wanted && values[name] === '');
    if (empty) {
      setSaid({ text: empty.wanted ?? '', isBad: true });
      return form.current.querySelector<HTMLInputElement>(`[name="${empty.name}"]`)?.focus();
    }
    setBusy(true);
    setSaid(undefined);
    try {
      const text = await onSubmit(values);
      if (typeof text === 'string') {
        setSaid({ text, isBad: false });
        form.current?.reset();
      }
    } catch (error) {
      const text = isApiError(error) ? error.message : pageMessages.unknown;
      setSaid({ text, isBad: true, way: wayOn(error) });
    }
    setBusy(false);
  };
  return (
    <form className="account-form" ref={form} onSubmit={send}>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      <div className="account-actions">
        <button
          type="submit"
          className={variant === 'primary' ? 'button large primary' : `button ${variant}`}
          aria-disabled={isBusy}
        >
          {submit}
        </button>
        {children}
        <p className={said?.isBad ? 'account-said is-bad' : 'account-said'} role="status">
          {said?.text}
        </p>
        {said?.way && <Link href={said.way.href}>{said.way.title}</Link>}
      </div>
    </form>
  );
}

/** What was written; what a field wants is more than spaces. */
function valuesOf(form: HTMLFormElement, fields: readonly AccountField[]): Record<string, string> {
  const written = new FormData(form);
  const textOf = ({ name, wanted }: AccountField) => {
    const text = String(written.get(name) ?? '');
    return [name, wanted ? text.trim() : text];
  };
  return Object.fromEntries(fields.map(textOf));
}

function Field({ field }: { field: AccountField }) {
  const { name, label, type, autoComplete, inputMode, value, hint, min, max, isOptional } = field;
  const id = useId();
  if (type === 'checkbox')
    return (
      <label className="account-check">
        <input type="checkbox" name={name} />
        {label}
      </label>
    );
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        defaultValue={value}
        required={!isOptional}
        minLength={min}
        maxLength={max}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <span className="soft" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
