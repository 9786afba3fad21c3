/** Texts of a sign-in page. */
interface Words {
  title: string;
  lead?: string;
  other?: string;
  otherWay?: string;
  otherTitle?: string;
}

const toSignUp = { other: 'New here?', otherWay: '/sign-up', otherTitle: 'Create an account' };
const toSignIn = { other: 'Have an account?', otherWay: '/sign-in', otherTitle: 'Sign in' };

const words: Readonly<Record<string, Words>> = {
  'sign-in': { title: 'Sign in', lead: 'Your videos, on every device.', ...toSignUp },
  'sign-up': {
    title: 'Create an account',
    lead: 'Your work in this browser moves to your account. You can also use Cutroom without one.',
    ...toSignIn,
  },
  'forgot-password': {
    title: 'Forgot your password?',
    lead: 'We’ll email you a link to choose a new one.',
    ...toSignIn,
  },
  'reset-password': { title: 'Choose a new password', lead: 'Signs you out on all devices.', ...toSignIn },
  'confirm-email': { title: 'Confirm your email address' },
};

/** Returns the texts of a sign-in page. @param way last segment of the path. */
export function wordsOf(way: string): Words {
  return words[way] ?? (words['sign-in'] as Words);
}
