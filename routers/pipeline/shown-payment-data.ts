import { experimental_standaloneMiddleware } from '@trpc/server'
import type { PlainRow } from '#database/fast-rows.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders, ShownPaymentData } from '#entities/cart/payment/payment-port.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { BALANCE_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import type { Context, ResponseSaver } from '../context/context.ts'
import type { proceduresOf } from '../context/procedures-of.ts'
import type { ResponseParts } from '../context/response-part.ts'
import { isRow } from '../reading/is-row.ts'
import { partsOfStore, showParts, withoutSide } from '../reading/response-parts.ts'

/*
 * The data of a payment can identify the account of a customer at the provider, and the id of a cart or an order is enough to
 * read it. So the store shows only the properties that the provider declares, in each resource of a payment or a session.
 */

type Kind = keyof ShownPaymentData

export const paymentPartsOf = (procedures: ReturnType<typeof proceduresOf>): ResponseParts<Kind> =>
  partsOfStore(procedures, ({ model }) => KINDS.get(model.entity))

const KINDS = new Map<object, Kind>([
  [Payment, 'payment'],
  [PaymentSession, 'session'],
  [CollectionSession, 'session'],
])

/** For procedures of the store. Saved responses of idempotency keys have the same properties. */
export const showPaymentData = experimental_standaloneMiddleware<{
  ctx: Context & { saveResponse: ResponseSaver }
}>().create(async ({ ctx, path, next }) => {
  const { paymentParts, directProviders } = ctx.services
  const part = paymentParts.get(withoutSide(path))
  if (!part) return next()
  const show = <Response>(response: Response) =>
    showParts(response, part, { show: showData, context: directProviders.payment })
  const saveResponse: ResponseSaver = (em, response) => ctx.saveResponse(em, show(response))
  const result = await next({ ctx: { saveResponse } })
  return result.ok ? { ...result, data: show(result.data) } : result
})

/** Customers see which balance paid. */
const BALANCE: { shownData: ShownPaymentData } = { shownData: { payment: ['kind'] } }

function showData(row: Record<string, unknown>, kind: Kind, context: PaymentProviders) {
  if (!isRow(row.data)) return { row, context }
  const provider = row.provider_id === BALANCE_PROVIDER_ID ? BALANCE : context.get(String(row.provider_id))
  const data = shownData(row.data, kind, provider)
  return { row: data === row.data ? row : { ...row, data }, context }
}

function shownData(data: PlainRow, kind: Kind, provider: { shownData?: ShownPaymentData } | undefined): PlainRow {
  if (kind === 'session' && provider && !provider.shownData?.session) return data
  const names = provider?.shownData?.[kind] ?? []
  const all = Object.entries(data)
  const shown = all.filter(([name]) => names.includes(name))
  return shown.length === all.length ? data : Object.fromEntries(shown)
}
