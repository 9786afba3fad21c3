/** What a card of the entrance says. */
interface Words {
  title: string;
  lead?: string;
  other?: string;
  otherWay?: string;
  otherTitle?: string;
}

const toSignUp = { other: 'New here?', otherWay: '/sign-up', otherTitle: 'Make an account' };
const toSignIn = { other: 'Have an account?', otherWay: '/sign-in', otherTitle: 'Sign in' };

const words: Readonly<Record<string, Words>> = {
  'sign-in': { title: 'Sign in', lead: 'Your videos, wherever you work.', ...toSignUp },
  'sign-up': {
    title: 'Make an account',
    lead: 'What you made in this browser comes along. Everything works without an account too.',
    ...toSignIn,
  },
  'forgot-password': {
    title: 'Forgot your password?',
    lead: 'We send a letter with which you choose a new one.',
    ...toSignIn,
  },
  'reset-password': { title: 'Choose a new password', lead: 'It ends every sign-in that there is.', ...toSignIn },
  'confirm-email': { title: 'Confirm your email address' },
};

/** The words of a way in. @param way the last part of the path. */
export function wordsOf(way: string): Words {
  return words[way] ?? (words['sign-in'] as Words);
}
