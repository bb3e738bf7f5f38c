import type { MedusaClient } from './medusa-client.ts'

/** A demo shop that a client of Medusa v1 uses. */
export interface Visit {
  /** A customer is logged in, and the administrator in `client.admin`. */
  client: MedusaClient
  /** No customer is logged in. */
  visitor: MedusaClient
  /** Sends files, as in a browser. */
  browser: MedusaClient
  /** The password of the administrator. */
  password: string
  /** Returns the token in the link of the last mail to an address. Waits for the mail. */
  mailedToken(email: string): Promise<string>
  /** Runs due jobs until `look` returns a truthy value. */
  waitFor<T>(look: () => Promise<T>): Promise<NonNullable<T>>
}

/** Calls functions of the client. */
export type Story = (visit: Visit) => Promise<void>

export const ADMIN_EMAIL = 'admin@example.com'

export const GRACE = { email: 'grace@example.com', password: 'a compiler for people' }
