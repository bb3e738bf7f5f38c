import { type Executor, statement } from '#database/statement.ts'
import { InvalidData, WrongReferences } from '#entities/errors.ts'

export interface ScopedChannel {
  id: string
  name: string
  is_disabled: boolean
  is_deleted: boolean
}

/** Sales channels of a publishable key. The list is never empty, but all channels may be deleted or disabled. */
export type KeyScope = readonly ScopedChannel[]

/** Returns undefined, which means all channels, if the key is missing, unknown, revoked or has no channels. */
export async function scopeOfKey(em: Executor, key: string | undefined): Promise<KeyScope | undefined> {
  if (key === undefined) return undefined
  const channels = await channelsOfKey(em, key)
  return channels.length > 0 ? channels : undefined
}

const channelsOfKey = statement<ScopedChannel>(`
  select c.id, c.name, c.is_disabled, c.deleted_at is not null as is_deleted
  from publishable_api_key k
    join publishable_api_key_sales_channel l on l.publishable_key_id = k.id
    join sales_channel c on c.id = l.sales_channel_id
  where k.id = $1 and k.revoked_at is null
  order by c.id`)

/** Returns the requested channels, or by default all channels of the key. Undefined means all channels. */
export function findVisibleChannels(
  scope: KeyScope | undefined,
  requested: RequestedChannels,
): readonly string[] | undefined {
  if (!requested?.length) return scope?.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
  const ids = [requested].flat()
  assertChannelsInScope(scope, ids)
  return ids
}

export function assertChannelsInScope(scope: KeyScope | undefined, ids: readonly string[]): void {
  if (!scope || ids.every((id) => scope.some((channel) => channel.id === id))) return
  throw new WrongReferences([`Provided sales channel id param: ${ids} is not associated with ${THE_KEY}`])
}

type RequestedChannels = string | readonly string[] | undefined

export const outOfScopeError = (thing: string, id: string): WrongReferences =>
  new WrongReferences([`${thing} with id: ${id} is not associated with sales channels defined by ${THE_KEY}`])

const THE_KEY = 'the Publishable API Key passed in the header of the request.'

/** Returns the sales channel for a new cart. A deleted channel is returned only if the key has no other channel. */
export function requireSalesChannel(scope: KeyScope): ScopedChannel {
  const alive = scope.filter(({ is_deleted }) => !is_deleted)
  const [channel, another] = alive.length > 0 ? alive : scope
  if (another) throw new InvalidData(SEVERAL)
  return channel as ScopedChannel
}

const SEVERAL = 'The PublishableApiKey provided in the request header has multiple associated sales channels.'
