import type { PreparedRace, RaceContext } from '../races.ts'
import type { Administrator, Reply } from '../shop.ts'
import { auditOrders } from './audit-orders.ts'
import { pickOperation } from './operations.ts'
import { expectOk, type SharedOrders, shareOrders } from './shared-orders.ts'

/** So few that administrators meet. */
const administratorsPerOrder = 4

/** Many administrators do anything that can be done after a sale, with a few orders, at the same moment. */
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

async function work(administrator: Administrator, shared: SharedOrders, turns: number): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < turns) replies.push(await actOnSomeOrder(administrator, shared))
  return replies
}

/** Reads one of the orders and does something with it. Others may have changed the order in between. */
export async function actOnSomeOrder(administrator: Administrator, shared: SharedOrders): Promise<Reply> {
  const id = shared.ids[Math.floor(Math.random() * shared.ids.length)]
  const { order } = await expectOk(administrator('GET', `/admin/orders/${id}?${WITH_EDITS}`))
  const [path, body] = pickOperation(order, shared)
  const { status, body: answer } = await administrator('POST', path, body)
  const { type, message } = answer
  return { status, body: status < 400 ? {} : { type: `${type}: ${tidy(message)}`, message, path, body } }
}

/** Without ids, so that refusals can be counted. */
const tidy = (message: unknown) => String(message).replaceAll(/\b[a-z]+_[0-9A-Z]{26}\b/g, '…')

/** Faults, and refusals that another rule should have been before: no rule has thought of what a constraint refuses. */
export function findFaultyAnswers({ status, body }: Reply): string[] {
  if (status < 400) return []
  const isClear = status < 500 && typeof body.message === 'string' && !OVERSIGHTS.test(body.message)
  return isClear ? [] : [`answered ${status}: ${JSON.stringify(body)}`]
}

const OVERSIGHTS = /A value of \w+ is out of range|cannot become|conflicted|(?<!edit )already exists/
