export interface RateLimitSettings {
  /** Requests of an address in a minute. */
  orderLookUps: number
  /** Wrong passwords for an e-mail from an address, in ten minutes. */
  logins: number
  /** Wrong passwords for all e-mails from an address, in ten minutes. */
  loginsOfAddress: number
  /** Password reset requests for an e-mail, in an hour. */
  passwordRequests: number
  /** Registrations and password changes of customers from an address, in ten minutes. */
  newPasswordsOfAddress: number
}

export const defaultRateLimits: RateLimitSettings = {
  orderLookUps: 60,
  logins: 20,
  loginsOfAddress: 300,
  passwordRequests: 10,
  newPasswordsOfAddress: 200,
}
