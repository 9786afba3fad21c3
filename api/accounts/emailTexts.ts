import type { EmailLanguage } from '../contract/account.ts';
import type { EmailMessage } from './mailer.ts';

/** An email text, in English and German. */
type Text = Pick<EmailMessage, 'subject' | 'text'>;
type Texts = Record<EmailLanguage, Text>;

/** Confirms a sign-up. @param link that creates the account. */
export function signUpText(link: string, language: EmailLanguage): Text {
  const texts: Texts = {
    en: {
      subject: 'Confirm your email address for Cutroom',
      text: `Welcome to Cutroom.\n\nOpen this link within a day to confirm your email address. Your account is ready then:\n${link}\n\nIf you did not sign up, ignore this email: without the link there is no account.\n`,
    },
    de: {
      subject: 'Bestätige deine E-Mail-Adresse für Cutroom',
      text: `Willkommen bei Cutroom.\n\nÖffne diesen Link innerhalb eines Tages, um deine E-Mail-Adresse zu bestätigen. Danach ist dein Konto bereit:\n${link}\n\nWenn du dich nicht registriert hast, ignoriere diese E-Mail: Ohne den Link gibt es kein Konto.\n`,
    },
  };
  return texts[language];
}

/** Tells an account's owner that their address was used to sign up. @param origin of the pages. */
export function takenText(origin: string, language: EmailLanguage): Text {
  const [signIn, forgot] = [`${origin}/sign-in`, `${origin}/forgot-password`];
  const texts: Texts = {
    en: {
      subject: 'You already have a Cutroom account',
      text: `Somebody, hopefully you, tried to use this email address for a Cutroom account. It belongs to your account already.\n\nSign in here:\n${signIn}\n\nIf you forgot your password, choose a new one here:\n${forgot}\n\nIf it was not you, nothing has changed, and you need not do anything.\n`,
    },
    de: {
      subject: 'Du hast schon ein Cutroom-Konto',
      text: `Jemand (hoffentlich du) wollte mit dieser E-Mail-Adresse ein Cutroom-Konto erstellen. Sie gehört aber schon zu deinem Konto.\n\nHier kannst du dich anmelden:\n${signIn}\n\nWenn du dein Passwort vergessen hast, kannst du hier ein neues wählen:\n${forgot}\n\nWenn du das nicht warst, musst du nichts tun: Es hat sich nichts geändert.\n`,
    },
  };
  return texts[language];
}

/** Confirms an unconfirmed or new address. @param link that confirms it. */
export function confirmText(link: string, language: EmailLanguage): Text {
  const texts: Texts = {
    en: {
      subject: 'Confirm your email address for Cutroom',
      text: `Open this link within a day to confirm that this is the email address of your Cutroom account:\n${link}\n\nIf you did not ask for it, ignore this email.\n`,
    },
    de: {
      subject: 'Bestätige deine E-Mail-Adresse für Cutroom',
      text: `Öffne diesen Link innerhalb eines Tages, um zu bestätigen, dass diese E-Mail-Adresse zu deinem Cutroom-Konto gehört:\n${link}\n\nWenn du das nicht angefordert hast, ignoriere diese E-Mail.\n`,
    },
  };
  return texts[language];
}

/** Tells the current address that it will be replaced. @param email the new one. @param origin of the pages. */
export function changeNotice(email: string, origin: string, language: EmailLanguage): Text {
  const account = `${origin}/my`;
  const texts: Texts = {
    en: {
      subject: 'The email address of your Cutroom account is about to change',
      text: `Somebody, hopefully you, wants to change the email address of your Cutroom account to ${email}. It changes once the link in the email to that address is opened.\n\nIf it was not you, change your password now. That also cancels the change:\n${account}\n`,
    },
    de: {
      subject: 'Die E-Mail-Adresse deines Cutroom-Kontos wird geändert',
      text: `Jemand (hoffentlich du) möchte die E-Mail-Adresse deines Cutroom-Kontos auf ${email} ändern. Sie wird geändert, sobald der Link in der E-Mail an diese Adresse geöffnet wird.\n\nWenn du das nicht warst, ändere jetzt dein Passwort. Damit wird auch die Änderung abgebrochen:\n${account}\n`,
    },
  };
  return texts[language];
}
