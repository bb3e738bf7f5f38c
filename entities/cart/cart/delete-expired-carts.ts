import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Conflict, DomainError, Unavailable } from '#entities/errors.ts'
import type { PaymentProviders } from '../payment/payment-port.ts'
import { deleteSession, findCartSessions } from '../payment/sync-payment-sessions.ts'

const BATCH = 100

interface Expiry {
  /** The number of days without a change after which a cart expires. */
  days: number
  signal?: AbortSignal
}

/**
 * Deletes expired open carts with everything that belongs to them. A batch takes one short statement. Skips carts that a
 * request has locked, and carts of a payment, an order, a swap or a draft order.
 * @throws the error of a payment provider that cannot be reached, after the deletion of the other carts.
 */
export async function deleteExpiredCarts(
  em: EntityManager,
  providers: PaymentProviders,
  { days, signal }: Expiry,
): Promise<void> {
  const remote = [...providers.values()].filter((provider) => provider.remote).map(({ id }) => id)
  const failed = await cancelExpiredPayments(em, providers, { days, remote, signal }).then(
    () => undefined,
    (error: Error) => error,
  )
  let after = ''
  while (!signal?.aborted) {
    const [batch] = await deleteBatch(em, days, remote, after, BATCH)
    if (!batch?.last) break
    after = batch.last
  }
  if (failed) throw failed
}

/**
 * A customer could still pay at the provider, or has paid without a completion. The provider cancels the payment, or
 * refunds it.
 */
async function cancelExpiredPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { days, remote, signal }: Expiry & { remote: string[] },
): Promise<void> {
  if (remote.length === 0) return
  let after = ''
  while (!signal?.aborted) {
    const ids = (await selectPayable(em, days, remote, after, BATCH)).map(({ id }) => id)
    if (ids.length === 0) return
    for (const id of ids) {
      if (signal?.aborted) return
      await inTransaction(em, async (tx) => {
        if ((await lockExpired(tx, days, id)).length === 0) return
        const sessions = await findCartSessions(tx, id)
        for (const session of sessions.filter(({ provider_id }) => remote.includes(provider_id)))
          await deleteSession(tx, providers, session)
      }).catch(keepRefused)
    }
    after = ids.at(-1)!
  }
}

/** A cart stays if the provider cannot cancel its payment. If the provider cannot be reached, no further cart is tried. */
function keepRefused(error: Error): void {
  const isRefusal = error instanceof DomainError && !(error instanceof Conflict || error instanceof Unavailable)
  if (!isRefusal) throw error
}

/** Conditions on a cart `c`. `$1` is the number of days. */
const IS_EXPIRED_SQL = `
  c.completed_at is null and c.type = 'default' and c.updated_at < now() - make_interval(days => $1::integer)
  and c.payment_id is null and c.payment_authorized_at is null
  and not exists (
    select from line_item l where l.cart_id = c.id
      and (l.updated_at >= now() - make_interval(days => $1::integer) or l.order_id is not null))
  and not exists (
    select from payment_session s where s.cart_id = c.id
      and (s.updated_at >= now() - make_interval(days => $1::integer) or s.status in ('authorized', 'requires_more')))
  and not exists (select from payment_attempt a where a.cart_id = c.id)
  and not exists (select from payment p where p.cart_id = c.id)
  and not exists (select from "order" o where o.cart_id = c.id)
  and not exists (select from swap s where s.cart_id = c.id)
  and not exists (select from draft_order d where d.cart_id = c.id)
  and not exists (
    select from shipping_method m where m.cart_id = c.id
      and num_nonnulls(m.order_id, m.return_id, m.swap_id, m.claim_order_id) > 0)`

/** A session of a cart `c` at a provider of `$2`. */
const HAS_REMOTE_SESSION_SQL = `
  exists (
    select from payment_session s where s.cart_id = c.id and s.is_initiated and s.provider_id = any($2::text[]))`

const selectPayable = statement<{ id: string }>(`
  select c.id from cart c
  where c.id > $3 and ${IS_EXPIRED_SQL} and ${HAS_REMOTE_SESSION_SQL}
  order by c.id limit $4::integer`)

const lockExpired = statement<{ id: string }>(`
  select c.id from cart c where c.id = $2 and ${IS_EXPIRED_SQL} for update of c skip locked`)

const deleteBatch = statement<{ last: string | null }>(`
  with expired as materialized (
    select c.id, c.created_at, c.email, c.billing_address_id, c.shipping_address_id
    from cart c
    where c.id > $3 and ${IS_EXPIRED_SQL} and not ${HAS_REMOTE_SESSION_SQL}
    order by c.id limit $4::integer
    for update of c skip locked),
  lines as materialized (select id from line_item where cart_id in (select id from expired)),
  counts as materialized (
    select sale_slot(e.created_at), count(*), count(*) filter (where exists (select from line_item where cart_id = e.id)),
      count(*) filter (where e.email is not null)
    from expired e group by 1),
  counted as (insert into deleted_cart (slot, carts, with_items, with_contact) select * from counts),
  methods as materialized (select id from shipping_method where cart_id in (select id from expired)),
  adjustments as (delete from line_item_adjustment where item_id in (select id from lines)),
  line_taxes as (delete from line_item_tax_line where item_id in (select id from lines)),
  method_taxes as (delete from shipping_method_tax_line where shipping_method_id in (select id from methods)),
  deleted_lines as (delete from line_item where id in (select id from lines)),
  deleted_methods as (delete from shipping_method where id in (select id from methods)),
  sessions as (delete from payment_session where cart_id in (select id from expired)),
  options as (delete from custom_shipping_option where cart_id in (select id from expired)),
  carts as (delete from cart where id in (select id from expired)),
  addresses as (
    delete from address a
    where a.id in (select billing_address_id from expired union select shipping_address_id from expired)
      and a.customer_id is null
      and not exists (select from "order" o where a.id in (o.billing_address_id, o.shipping_address_id))
      and not exists (select from customer c where c.billing_address_id = a.id)
      and not exists (
        select from cart c where a.id in (c.billing_address_id, c.shipping_address_id)
          and c.id not in (select id from expired))
      and not exists (select from claim_order c where c.shipping_address_id = a.id)
      and not exists (select from swap s where s.shipping_address_id = a.id))
  select max(id) as last from expired`)
