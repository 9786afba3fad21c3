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
      text: `Willkommen bei Cutroom.\n\nBestätige mit diesem Link deine E-Mail-Adresse, dann ist dein Konto bereit. Der Link gilt einen Tag:\n${link}\n\nDu hast dich nicht registriert? Dann ignoriere diese E-Mail. Ohne Bestätigung wird kein Konto angelegt.\n`,
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
      text: `We received a sign-up with this email address, but you already have a Cutroom account.\n\nSign in here:\n${signIn}\n\nIf you forgot your password, choose a new one here:\n${forgot}\n\nIf you did not sign up, ignore this email. Nothing has changed.\n`,
    },
    de: {
      subject: 'Du hast schon ein Cutroom-Konto',
      text: `Mit dieser E-Mail-Adresse wurde gerade eine Registrierung versucht. Du hast aber schon ein Cutroom-Konto.\n\nHier meldest du dich an:\n${signIn}\n\nPasswort vergessen? Hier legst du ein neues fest:\n${forgot}\n\nWenn du das nicht warst, ignoriere diese E-Mail. An deinem Konto hat sich nichts geändert.\n`,
    },
  };
  return texts[language];
}

/** Confirms an unconfirmed or new address. @param link that confirms it. */
export function confirmText(link: string, language: EmailLanguage): Text {
  const texts: Texts = {
    en: {
      subject: 'Confirm your email address for Cutroom',
      text: `Open this link within a day to confirm that this is the email address of your Cutroom account:\n${link}\n\nIf you did not request this, ignore this email.\n`,
    },
    de: {
      subject: 'Bestätige deine E-Mail-Adresse für Cutroom',
      text: `Bestätige mit diesem Link, dass diese E-Mail-Adresse zu deinem Cutroom-Konto gehört. Er gilt einen Tag:\n${link}\n\nWenn du das nicht angefordert hast, ignoriere diese E-Mail.\n`,
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
      text: `We received a request to change the email address of your Cutroom account to ${email}. It changes when the link in the email to that address is opened.\n\nIf you did not request this, change your password now. That also cancels the change:\n${account}\n`,
    },
    de: {
      subject: 'Die E-Mail-Adresse deines Cutroom-Kontos soll geändert werden',
      text: `Für dein Cutroom-Konto wurde eine neue E-Mail-Adresse angefordert: ${email}. Die Änderung gilt, sobald der Link in der E-Mail an diese Adresse geöffnet wird.\n\nDu warst das nicht? Dann ändere sofort dein Passwort. Das stoppt auch diese Änderung:\n${account}\n`,
    },
  };
  return texts[language];
}

/** Resets a password. @param link that sets a new one. */
export function resetText(link: string, language: EmailLanguage): Text {
  const texts: Texts = {
    en: {
      subject: 'Choose a new password for Cutroom',
      text: `We received a request for a new password for your Cutroom account.\n\nOpen this link within an hour to choose one:\n${link}\n\nIf you did not request this, ignore this email. Nothing has changed.\n`,
    },
    de: {
      subject: 'Dein neues Passwort für Cutroom',
      text: `Für dein Cutroom-Konto wurde ein neues Passwort angefordert.\n\nMit diesem Link legst du es fest. Er gilt eine Stunde:\n${link}\n\nWenn du das nicht warst, ignoriere diese E-Mail. An deinem Konto hat sich nichts geändert.\n`,
    },
  };
  return texts[language];
}
