export interface RateLimitSettings {
  /** Lookups from one IP address per minute. */
  orderLookUps: number
  /** Wrong passwords for one email from one IP address per ten minutes. */
  logins: number
  /** Wrong passwords for all emails from one IP address per ten minutes. */
  loginsOfAddress: number
  /** Password reset requests for one email per hour. */
  passwordRequests: number
  /** Registrations and password changes of customers from one IP address per ten minutes. */
  newPasswordsOfAddress: number
}

export const defaultRateLimits: RateLimitSettings = {
  orderLookUps: 60,
  logins: 20,
  loginsOfAddress: 300,
  passwordRequests: 10,
  newPasswordsOfAddress: 200,
}
