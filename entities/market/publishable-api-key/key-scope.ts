import type { Executor } from '#database/statement.ts'
import { InvalidData, WrongReferences } from '#entities/errors.ts'
import { query } from '#entities/query.ts'

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

const channelsOfKey = query((db, key_id: string) =>
  db
    .selectFrom('publishable_api_key as key')
    .innerJoin('publishable_api_key_sales_channel as link', 'link.publishable_key_id', 'key.id')
    .innerJoin('sales_channel as channel', 'channel.id', 'link.sales_channel_id')
    .select(['channel.id', 'channel.name', 'channel.is_disabled'])
    .select((eb) => eb('channel.deleted_at', 'is not', null).$castTo<boolean>().as('is_deleted'))
    .where('key.id', '=', key_id)
    .where('key.revoked_at', 'is', null)
    .orderBy('channel.id'),
)

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
  throw new WrongReferences([`Provided sales channel id param: ${ids} is not associated with ${KEY_OF_REQUEST}`])
}

type RequestedChannels = string | readonly string[] | undefined

export const outOfScopeError = (resource: string, id: string): WrongReferences =>
  new WrongReferences([`${resource} with id: ${id} is not associated with sales channels defined by ${KEY_OF_REQUEST}`])

const KEY_OF_REQUEST = 'the Publishable API Key passed in the header of the request.'

/** Returns the sales channel for a new cart. A deleted channel is returned only if the key has no other channel. */
export function requireSalesChannel(scope: KeyScope): ScopedChannel {
  const activeChannels = scope.filter(({ is_deleted }) => !is_deleted)
  const [channel, secondChannel] = activeChannels.length > 0 ? activeChannels : scope
  if (secondChannel) throw new InvalidData(SEVERAL_CHANNELS)
  return channel as ScopedChannel
}

const SEVERAL_CHANNELS = 'The PublishableApiKey provided in the request header has multiple associated sales channels.'
