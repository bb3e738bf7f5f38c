import { type Executor, statement } from '#database/statement.ts'
import { InvalidData, WrongReferences } from '#entities/errors.ts'

/** A sales channel that a key names. */
export interface ScopedChannel {
  id: string
  name: string
  is_disabled: boolean
  is_deleted: boolean
}

/** What a publishable API key limits a storefront to; never empty, though all of it may be deleted or disabled. */
export type KeyScope = readonly ScopedChannel[]

/** Undefined where nothing is limited: without a key, by one that is not there or was revoked, or that names no channel. */
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

/**
 * The channels in whose goods a storefront looks: those that it asks for, else those of its key. Undefined where neither
 * names any.
 * @throws WrongReferences where it asks for others than its key has.
 */
export function findVisibleChannels(scope: KeyScope | undefined, asked: Asked): readonly string[] | undefined {
  if (!asked?.length) return scope?.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
  const ids = [asked].flat()
  refuseForeignChannels(scope, ids)
  return ids
}

/** @throws WrongReferences where the key does not have all of the channels. */
export function refuseForeignChannels(scope: KeyScope | undefined, ids: readonly string[]): void {
  if (!scope || ids.every((id) => scope.some((channel) => channel.id === id))) return
  throw new WrongReferences([`Provided sales channel id param: ${ids} is not associated with ${THE_KEY}`])
}

/** Nothing is asked for by an empty text or list. */
type Asked = string | readonly string[] | undefined

/** A thing of the storefront that is there, but in none of the channels of its key. */
export const outOfScope = (thing: string, id: string): WrongReferences =>
  new WrongReferences([`${thing} with id: ${id} is not associated with sales channels defined by ${THE_KEY}`])

const THE_KEY = 'the Publishable API Key passed in the header of the request.'

/**
 * The channel of a cart that is begun with the key and names none itself. One that was deleted counts only where the key
 * has no other; it cannot be sold in.
 * @throws InvalidData where that might be one of several.
 */
export function requireSalesChannel(scope: KeyScope): ScopedChannel {
  const alive = scope.filter(({ is_deleted }) => !is_deleted)
  const [channel, another] = alive.length > 0 ? alive : scope
  if (another) throw new InvalidData(SEVERAL)
  return channel as ScopedChannel
}

const SEVERAL = 'The PublishableApiKey provided in the request header has multiple associated sales channels.'
