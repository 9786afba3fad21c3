import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { isApiError } from '../state/server.ts';
import './account.css';

/** A field of a form of accounts. */
export interface AccountField {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autoComplete: string;
  value?: string;
  hint?: string;
  /** Characters. */
  min?: number;
  max?: number;
  isOptional?: boolean;
}

interface Props {
  fields: readonly AccountField[];
  submit: string;
  /** Default: primary, of a page's only form. */
  variant?: 'primary' | 'plain' | 'plain is-danger';
  children?: ReactNode;
  /** @returns what is said once it is done; nothing where the page shows it. */
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
}

/** Some fields and a button; what went wrong stands beside the button or, on a page's only form, below it, and what was written stays. */
export function AccountForm({ fields, submit, variant = 'primary', children, onSubmit }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ text: string; isBad: boolean }>();
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const values = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    setBusy(true);
    setSaid(undefined);
    try {
      const text = await onSubmit(values);
      if (typeof text === 'string') {
        setSaid({ text, isBad: false });
        form.current?.reset();
      }
    } catch (error) {
      setSaid({ text: isApiError(error) ? error.message : pageMessages.unknown, isBad: true });
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
      </div>
    </form>
  );
}

function Field({ field }: { field: AccountField }) {
  const { name, label, type, autoComplete, value, hint, min, max, isOptional } = field;
  const id = useId();
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
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
