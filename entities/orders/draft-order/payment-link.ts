import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { DraftOrder } from './draft-order.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

const DAY_MS = 86_400_000

export interface PaymentLink {
  token: string
  expires_at: Date
}

interface NewPaymentLink {
  id: string
  days: number
  /** Whether the customer gets the link by e-mail. */
  isSent: boolean
}

/**
 * Returns a token that opens the draft order for its payment. Earlier links stay valid until they expire.
 * @throws NotFound. NotAllowed for a completed draft. InvalidData for a draft without items or customer.
 */
export async function createPaymentLink(
  em: EntityManager,
  tokens: Tokens,
  { id, days, isSent }: NewPaymentLink,
): Promise<PaymentLink> {
  const { draft, cart } = await lockOpenDraft(em, id)
  if (!cart.email)
    throw new InvalidData('The draft order has no customer. Set an e-mail first.').because({ name: 'customer_missing' })
  const expires_at = new Date(now().getTime() + days * DAY_MS)
  const key = draft.payment_link_key ?? randomBytes(24).toString('base64url')
  draft.payment_link_key = key
  draft.payment_link_expires_at = expires_at
  const token = await tokens.sign({ draft_order_id: id }, { domain: 'draft_payment', expires_at, bond: key })
  if (isSent) await announce(em, 'draft_order.payment_link_created', { id, email: cart.email, token })
  return { token, expires_at }
}

/** Makes all payment links of an open draft order invalid. */
export async function revokePaymentLinks(em: EntityManager, id: string): Promise<void> {
  const { draft } = await lockOpenDraft(em, id)
  draft.payment_link_key = null
  draft.payment_link_expires_at = null
}

/** Returns the draft order of a payment link, also a completed one. @throws NotFound for an expired or revoked link. */
export async function findLinkedDraft(
  em: EntityManager,
  tokens: Tokens,
  token: string,
): Promise<Row<DraftOrder> & { cart_id: string }> {
  const draftOf = async (id: unknown) => (typeof id === 'string' ? findRow(em, DraftOrder, { id }) : null)
  const claims = await tokens.read(token, 'draft_payment', async (unverified) => {
    return (await draftOf(unverified.draft_order_id))?.payment_link_key
  })
  const draft = claims && (await draftOf(claims.draft_order_id))
  if (!draft?.cart_id)
    throw new NotFound('This payment link is not valid any longer. Ask the shop for a new one.').because({
      name: 'payment_link_invalid',
    })
  return Object.assign(draft, { cart_id: draft.cart_id })
}
