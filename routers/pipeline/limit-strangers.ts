import { TooManyRequests } from '#entities/errors.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'
import type { Context, ProcedureResult } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { domainErrorOf, toTrpcError } from '../errors/errors.ts'

interface StoreCall {
  ctx: Context
  type: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

/**
 * Limits the storage and the guesses of a client network: mutations of the store, and lookups of codes. Counts outside of
 * the transaction, because a rollback must not reset a counter.
 */
export async function limitStrangers<Result extends ProcedureResult>(
  { ctx, type, meta, getRawInput }: StoreCall,
  call: () => Promise<Result>,
): Promise<Result> {
  const isMutation = type === 'mutation'
  if (meta?.access === 'admin' || !(isMutation || meta?.takesCodes)) return call()
  const { rateLimits } = ctx.services
  const { client, idempotencyKey } = ctx.request
  // The call refuses an unreadable input, in the form of all errors.
  const input = (await getRawInput().catch(() => undefined)) ?? {}
  const hasCodes = meta?.takesCodes === true && namesCodes(input)
  if (hasCodes) refuseFor(ctx, rateLimits.waitOfCodes(client))
  const createsContact = namesContact(input, meta)
  if (meta?.createsCart) refuseFor(ctx, rateLimits.waitOfStorage(client, 'carts'))
  if (createsContact) refuseFor(ctx, rateLimits.waitOfStorage(client, 'contacts'))
  const bytes = isMutation ? bytesOfJson(input) : 0
  if (bytes > 0 || (isMutation && idempotencyKey)) refuseFor(ctx, rateLimits.waitOfStorage(client, 'bytes'))
  const result = await call()
  if (hasCodes && isRefusedForCode(result)) refuseFor(ctx, await rateLimits.countWrongCode(client))
  if (isMutation && result.ok) {
    const responseBytes = idempotencyKey ? (JSON.stringify(result.data)?.length ?? 0) : 0
    const stored = { carts: meta?.createsCart ? 1 : 0, contacts: createsContact ? 1 : 0, bytes, responseBytes }
    // The mutation has committed, so its response must arrive even if PostgreSQL cannot count.
    await rateLimits.countStored(client, stored).catch(() => undefined)
  }
  return result
}

function refuseFor({ response }: Context, seconds: number): void {
  if (seconds === 0) return
  response.headers['Retry-After'] = String(seconds)
  throw toTrpcError(new TooManyRequests(seconds))
}

const CODE_REASONS: ReadonlySet<RefusalReason['name'] | undefined> = new Set([
  'discount_unknown',
  'discount_used_up',
  'discount_not_started',
  'discount_expired',
  'discount_disabled',
  'discount_for_customers',
  'discount_outside_region',
  'gift_card_unknown',
  'gift_card_disabled',
  'gift_card_expired',
  'gift_card_outside_region',
])

const isRefusedForCode = (result: ProcedureResult): boolean =>
  !result.ok && CODE_REASONS.has(domainErrorOf(result.error)?.reason?.name)

const namesCodes = ({ code, discounts, gift_cards }: { code?: unknown; discounts?: unknown; gift_cards?: unknown }) =>
  code !== undefined || hasElements(discounts) || hasElements(gift_cards)

const namesContact = (input: { email?: unknown; address?: unknown }, meta: ProcedureMeta | undefined): boolean =>
  meta?.createsContact !== undefined && Boolean(input[meta.createsContact])

const hasElements = (list: unknown): boolean => Array.isArray(list) && list.length > 0

const JSON_COLUMNS: ReadonlySet<string> = new Set(['metadata', 'context', 'data'])

/** The bytes of JSON that callers may fill as they like, in all levels of the input. */
function bytesOfJson(input: object): number {
  let bytes = 0
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== 'object' || value === null) continue
    bytes += JSON_COLUMNS.has(name) ? Buffer.byteLength(JSON.stringify(value)) : bytesOfJson(value)
  }
  return bytes
}
