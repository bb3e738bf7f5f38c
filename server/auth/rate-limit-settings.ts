/** How often what could be guessed may be tried. */
export interface RateLimitSettings {
  /** Of one address, in a minute. */
  orderLookUps: number
  /** Wrong passwords for one e-mail from one address, in ten minutes. */
  logins: number
  /** Wrong passwords from one address, whoever's, in ten minutes. */
  loginsOfAddress: number
  /** Requests for a new password for one e-mail, in an hour. */
  passwordRequests: number
  /** Registrations and password changes of customers from one address, in ten minutes. */
  newPasswordsOfAddress: number
}

/** Where the environment says nothing. */
export const defaultRateLimits: RateLimitSettings = {
  orderLookUps: 60,
  logins: 20,
  loginsOfAddress: 300,
  passwordRequests: 10,
  newPasswordsOfAddress: 200,
}
