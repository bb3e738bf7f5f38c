import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { NotFound } from '#entities/errors.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { DraftOrder } from '../draft-order/draft-order.ts'
import { Order } from '../order/order.ts'
import { Swap } from '../swap/swap.ts'
import { type LinkOwner, lockPayableOwner } from './lock-payable-owner.ts'
import { findPaymentLinkUrl } from './payment-link-url.ts'

const DAY_MS = 86_400_000

export interface PaymentLink {
  token: string
  expires_at: Date
  /** The page of a separate storefront. Null for the page `pay` of the shop. */
  url: string | null
}

interface NewPaymentLink extends LinkOwner {
  days: number
  /** Whether the customer gets the link by e-mail. */
  isSent: boolean
  /** The language of the e-mail. Default: the language of the order. */
  locale?: string | undefined
}

interface LinkServices {
  tokens: Tokens
  providers: PaymentProviders
}

/**
 * Returns a token that opens a draft order, an order or a swap for its payment. Earlier links stay valid until they expire.
 * @throws NotFound. NotAllowed if the customer owes nothing. InvalidData for a draft without items or customer.
 */
export async function createPaymentLink(
  em: EntityManager,
  { tokens, providers }: LinkServices,
  { type, id, days, isSent, locale }: NewPaymentLink,
): Promise<PaymentLink> {
  const { row, ...addressee } = await lockPayableOwner(em, providers, { type, id })
  const expires_at = new Date(now().getTime() + days * DAY_MS)
  const key = row.payment_link_key ?? randomBytes(24).toString('base64url')
  row.payment_link_key = key
  row.payment_link_expires_at = expires_at
  const token = await tokens.sign({ [`${type}_id`]: id }, { domain: 'payment_link', expires_at, bond: key })
  const payload = {
    id,
    token,
    expires_at: expires_at.toISOString(),
    ...addressee,
    ...(locale !== undefined && { locale }),
  }
  if (isSent) await announceAll(em, [{ name: `${type}.payment_link_created`, payload }])
  return { token, expires_at, url: await findPaymentLinkUrl(em, token) }
}

export type LinkedOwner =
  | { type: 'draft_order'; row: Row<DraftOrder> & { cart_id: string } }
  | { type: 'order'; row: Row<Order> }
  | { type: 'swap'; row: Row<Swap> & { cart_id: string } }

/** Returns the row of a payment link, also if it is paid. @throws NotFound for an expired or revoked link. */
export async function findPaymentLink(em: EntityManager, tokens: Tokens, token: string): Promise<LinkedOwner> {
  let owner: LinkedOwner | undefined
  const claims = await tokens.read(token, 'payment_link', async (unverified) => {
    owner = await maybeFindOwner(em, unverified)
    return owner?.row.payment_link_key
  })
  if (claims && owner) return owner
  throw new NotFound('This payment link is not valid any longer. Ask the shop for a new one.').because({
    name: 'payment_link_invalid',
  })
}

async function maybeFindOwner(em: EntityManager, claims: Record<string, unknown>): Promise<LinkedOwner | undefined> {
  const { draft_order_id, order_id, swap_id } = claims
  if (typeof order_id === 'string') {
    const row = await findRow(em, Order, { id: order_id })
    return row ? { type: 'order', row } : undefined
  }
  if (typeof draft_order_id === 'string') {
    const row = await findRow(em, DraftOrder, { id: draft_order_id })
    return row?.cart_id ? { type: 'draft_order', row: Object.assign(row, { cart_id: row.cart_id }) } : undefined
  }
  if (typeof swap_id !== 'string') return undefined
  const row = await findRow(em, Swap, { id: swap_id })
  return row?.cart_id ? { type: 'swap', row: Object.assign(row, { cart_id: row.cart_id }) } : undefined
}
