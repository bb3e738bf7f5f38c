import { defineStrings } from './define-strings.ts'

export const en = {
  signIn: 'Sign in',
  welcome: 'Sign in to your shop',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  wrongPassword: 'The e-mail or the password is wrong.',
  forgot: 'Forgot your password?',
  forgotTitle: 'Reset your password',
  forgotText: 'Enter your e-mail. We send you a link to choose a new password.',
  sendLink: 'Send the link',
  linkSent: 'If an account has this e-mail, a link is on its way. It is valid for 15 minutes.',
  backToSignIn: 'Back to sign in',
  resetTitle: 'Choose a new password',
  resetDone: 'Your password is changed. You can sign in now.',
  inviteTitle: 'Open your account',
  inviteText: 'You were invited to this shop. Enter your name and choose a password.',
  firstName: 'First name',
  lastName: 'Last name',
  openAccount: 'Open account',
  inviteDone: 'Your account is open. You can sign in now.',
  missingToken: 'This link is not complete. Open the link in the e-mail again.',
  code: 'Code',
  codeText: 'Enter the code of your authenticator app, or one of your recovery codes.',
  personCodeText:
    'Your account for all shops has two-factor authentication. Enter the code of its authenticator app, or one of its recovery codes.',
  usePasskey: 'Sign in with a passkey',
  passkeyCanceled: 'No passkey was used. Try again, or sign in with your password.',
  otherAccount: 'Back',
  signOut: 'Sign out',
  expiredTitle: 'Your session has ended',
  expiredText: 'Enter your password to go on. Nothing on this page is lost.',
}

export const session = defineStrings(en, { de: () => import('./de/session.ts') })
