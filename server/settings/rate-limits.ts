export interface RateLimitSettings {
  /** Lookups from one IP address per minute. */
  orderLookUps: number
  /** Wrong passwords for one email from one IP address per ten minutes. */
  logins: number
  /** Wrong passwords for all emails from one IP address per ten minutes. */
  loginsOfAddress: number
  /** Registrations and password changes of customers from one IP address per ten minutes. */
  newPasswordsOfAddress: number
  /** Mails that strangers cause for one email per hour. */
  mailsToRecipient: number
  /** Mails that one IP address causes per hour. */
  mailsOfAddress: number
  /** Requests with a code of a discount or gift card that does not work, from one IP address per minute. */
  wrongCodes: number
  /** New carts from one IP address per hour. */
  cartsOfAddress: number
  /** Bytes that the requests of one IP address store per hour: metadata, contexts, and responses for idempotency keys. */
  storedBytesOfAddress: number
}

export const defaultRateLimits: RateLimitSettings = {
  orderLookUps: 60,
  logins: 20,
  loginsOfAddress: 300,
  newPasswordsOfAddress: 200,
  mailsToRecipient: 10,
  mailsOfAddress: 100,
  wrongCodes: 60,
  cartsOfAddress: 1000,
  storedBytesOfAddress: 32 * 1024 * 1024,
}
