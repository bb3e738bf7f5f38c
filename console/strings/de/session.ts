import type { Translation } from '../define-strings.ts'
import type { en } from '../session.ts'

export const words: Translation<typeof en> = {
  signIn: 'Anmelden',
  welcome: 'Bei Ihrem Shop anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  wrongPassword: 'Die E-Mail oder das Passwort ist falsch.',
  forgot: 'Passwort vergessen?',
  forgotTitle: 'Passwort zurücksetzen',
  forgotText: 'Geben Sie Ihre E-Mail ein. Sie erhalten einen Link, um ein neues Passwort zu wählen.',
  sendLink: 'Link senden',
  linkSent: 'Wenn es ein Konto mit dieser E-Mail gibt, ist ein Link unterwegs. Er gilt 15 Minuten.',
  backToSignIn: 'Zurück zur Anmeldung',
  resetTitle: 'Neues Passwort wählen',
  resetDone: 'Ihr Passwort ist geändert. Sie können sich jetzt anmelden.',
  inviteTitle: 'Konto eröffnen',
  inviteText: 'Sie wurden zu diesem Shop eingeladen. Geben Sie Ihren Namen ein und wählen Sie ein Passwort.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  openAccount: 'Konto eröffnen',
  inviteDone: 'Ihr Konto ist eröffnet. Sie können sich jetzt anmelden.',
  missingToken: 'Dieser Link ist unvollständig. Öffnen Sie den Link in der E-Mail noch einmal.',
  code: 'Code',
  codeText: 'Geben Sie den Code Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  personCodeText:
    'Ihr Konto für alle Shops hat eine Zwei-Faktor-Anmeldung. Geben Sie den Code seiner Authenticator-App oder einen seiner Wiederherstellungscodes ein.',
  usePasskey: 'Mit einem Passkey anmelden',
  passkeyCanceled:
    'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  otherAccount: 'Zurück',
  signOut: 'Abmelden',
  expiredTitle: 'Ihre Sitzung ist abgelaufen',
  expiredText: 'Geben Sie Ihr Passwort ein, um fortzufahren. Auf dieser Seite geht nichts verloren.',
}
