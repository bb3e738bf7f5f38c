import type { ConnectionQueues } from '#database/connection-queues.ts'
import { Conflict, Overloaded, Unavailable } from '#entities/errors.ts'
import type { ProcedureCall } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import type { Place, QueueLimits } from '../context/request-queues.ts'

/*
 * Requests wait in these queues before they take a connection, because requests that wait inside PostgreSQL could
 * hold all connections. To avoid deadlocks, all requests enter the queues in one order: idempotency key, row,
 * completions, transactions. Callers take turns: the networks of strangers and customers, users and API keys.
 */

type Side = 'admin' | 'store'

export function queuesOfProcedure(call: ProcedureCall): ConnectionQueues {
  const { ctx, meta } = call
  const { request } = ctx
  const { queues } = ctx.services
  const side = meta?.access === 'admin' ? 'admin' : 'store'
  const client = clientOf(ctx, side)
  const waiting = { client, request }
  let transactions = 0
  return {
    async runTransaction(work) {
      // A disconnect stops only the first transaction, because later transactions may follow a payment.
      const isFirst = transactions++ === 0
      const own = await ownPlaces(call)
      const shared = sharedPlaces(queues.limits, meta).map((place) => ({ ...place, refuse: () => new Overloaded() }))
      const places = isFirst ? [...own, ...shared] : [...own, ...shared].map(asLaterPlace)
      const leave = await queues.enter(places, isFirst ? waiting : { client })
      try {
        return await work()
      } finally {
        leave()
      }
    },
    async runSearch(work) {
      const leave = await queues.enter([searchPlace(queues.limits, side)], waiting)
      try {
        return await (side === 'admin' ? work() : (request.limitSearch?.(work) ?? work()))
      } finally {
        leave()
      }
    },
    async runList(work) {
      const leave = await queues.enter([listPlace(side)], waiting)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** A later transaction may follow a payment, so its refusal must not promise that nothing changed. */
function asLaterPlace(place: Place): Place {
  const refuse = () => new Unavailable(undefined)
  return { ...place, refuse, displace: refuse }
}

/** Each request of a server of the shop takes its own turn, because it calls for another customer. */
function clientOf({ request, user, api_key }: ProcedureCall['ctx'], side: Side): string {
  if (side === 'admin' && user) return api_key?.id ?? user.id
  const { network, isOwnServer } = request.client
  return isOwnServer ? `request ${request.id}` : network
}

async function ownPlaces({ ctx, meta, getRawInput }: ProcedureCall): Promise<Place[]> {
  const { maxWaiting } = ctx.services.queues.limits
  const key = meta?.noIdempotency ? undefined : ctx.request.idempotencyKey
  const row = meta?.access === 'customer' ? ctx.customer_id : await lockedRow(meta, getRawInput)
  const queues = [...(key ? [`key ${key}`] : []), ...(row ? [`row ${row}`] : [])]
  return queues.map((queue) => ({ queue, capacity: 1, maxWaiting, refuse: () => new Conflict() }))
}

async function lockedRow(
  meta: ProcedureMeta | undefined,
  getRawInput: () => Promise<unknown>,
): Promise<string | undefined> {
  if (!meta?.lockKey) return undefined
  const id = ((await getRawInput()) as Record<string, unknown> | undefined)?.[meta.lockKey]
  return typeof id === 'string' ? id : undefined
}

/**
 * Limits completions, because they wait inside PostgreSQL for locks of stock and discounts. Completions leave
 * connections to other transactions, and transactions leave connections to queries.
 */
function sharedPlaces({ connections }: QueueLimits, meta: ProcedureMeta | undefined): Omit<Place, 'refuse'>[] {
  const capacity = Math.max(Math.ceil(connections / 2), connections - 3)
  const transactions = { queue: 'transactions', capacity, maxWaiting: Infinity }
  const completions = { queue: 'completions', capacity: Math.max(1, capacity - 2), maxWaiting: Infinity }
  return meta?.locksSharedRows ? [completions, transactions] : [transactions]
}

/** A tenth of the places. */
const shareOf = (maxWaiting: number): number => Math.ceil(maxWaiting / 10)

const searchPlace = ({ connections, maxWaiting }: QueueLimits, side: Side): Place => ({
  queue: `searches ${side}`,
  capacity: Math.max(1, Math.floor(connections / 5)),
  maxWaiting,
  share: shareOf(maxWaiting),
  refuse: () => new Overloaded(),
})

const MAX_WAITING_LISTS = 200

/** A list takes up to two connections. Lists of administrators do not delay lists of the store. */
const listPlace = (side: Side): Place => ({
  queue: `lists ${side}`,
  capacity: 2,
  maxWaiting: MAX_WAITING_LISTS,
  share: shareOf(MAX_WAITING_LISTS),
  refuse: () => new Overloaded(),
})
