import type { PreparedRace, RaceContext } from '../races.ts'
import type { Administrator, Outcome } from '../shop.ts'
import { auditOrders } from './audit-orders.ts'
import { pickOperation } from './operations.ts'
import { expectOk, type SharedOrders, shareOrders } from './shared-orders.ts'

/** A small number, so that administrators work on the same orders. */
const administratorsPerOrder = 4

export async function prepareAfterSaleRace({ shop, buyers, query, turns }: RaceContext): Promise<PreparedRace> {
  const administrators = await shop.administrators(buyers)
  const [first] = administrators as [Administrator]
  const shared = await shareOrders(shop, first, Math.max(2, Math.ceil(buyers / administratorsPerOrder)))
  return {
    requests: administrators.map((administrator) => () => work(administrator, shared, turns)),
    check: async (replies) => [
      ...replies.flatMap(findFaultyAnswers),
      ...(await auditOrders(query, shared, (path) => expectOk(first('GET', path)))),
    ],
  }
}

const WITH_EDITS = 'fields=*edits.items,*edits.payment_collection.payment_sessions'

async function work(administrator: Administrator, shared: SharedOrders, turns: number): Promise<Outcome[]> {
  const replies: Outcome[] = []
  while (replies.length < turns) replies.push(await actOnSomeOrder(administrator, shared))
  return replies
}

export async function actOnSomeOrder(administrator: Administrator, shared: SharedOrders): Promise<Outcome> {
  const id = shared.ids[Math.floor(Math.random() * shared.ids.length)]
  const { order } = await expectOk(administrator('GET', `/admin/orders/${id}?${WITH_EDITS}`))
  const [path, body] = pickOperation(order, shared)
  const { status, body: answer } = await administrator('POST', path, body)
  const { type, message } = answer
  return { status, body: status < 400 ? {} : { type: `${type}: ${tidy(message)}`, message, path, body } }
}

/** Removes ids, so that rejections can be counted. */
const tidy = (message: unknown) => String(message).replaceAll(/\b[a-z]+_[0-9A-Z]{26}\b/g, '…')

/** Returns internal errors, and rejections by a constraint that a rule should have made first. */
export function findFaultyAnswers({ status, body }: Outcome): string[] {
  if (status < 400) return []
  const isClear = status < 500 && typeof body.message === 'string' && !OVERSIGHTS.test(body.message)
  return isClear ? [] : [`answered ${status}: ${JSON.stringify(body)}`]
}

const OVERSIGHTS = /A value of \w+ is out of range|cannot become|conflicted|(?<!edit )already exists/
