import { passwordLength } from '../../../api/contract/account.ts';
import type { AccountField } from './AccountForm.tsx';

const { min, max } = passwordLength;

/** Fields of the account forms. */
export const accountFields = {
  email: { name: 'email', label: 'Email', type: 'email', autoComplete: 'username', max: 254 },
  name: { name: 'name', label: 'Name (optional)', type: 'text', autoComplete: 'name', max: 100, isOptional: true },
  password: { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password', max },
  newPassword: {
    name: 'newPassword',
    label: 'New password',
    type: 'password',
    autoComplete: 'new-password',
    hint: `At least ${min} characters.`,
    min,
    max,
  },
  revokeTokens: { name: 'revokeTokens', label: 'Also revoke all API tokens', type: 'checkbox' },
  code: {
    name: 'code',
    label: 'Code',
    type: 'text',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    max: 10,
    missing: 'Enter the six-digit code from your app.',
  },
  recoveryCode: {
    name: 'code',
    label: 'Recovery code',
    type: 'text',
    autoComplete: 'off',
    max: 100,
    missing: 'Enter one of your recovery codes.',
  },
  tokenName: {
    name: 'token',
    label: 'Purpose',
    type: 'text',
    autoComplete: 'off',
    max: 100,
    missing: 'Enter a name for the token.',
  },
} as const satisfies Record<string, AccountField>;
