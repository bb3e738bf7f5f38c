import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { batch, statement } from '#database/statement.ts'
import { NotFound, UnknownReferences } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { idsOfValues, TAGS, TYPES, type ValueRow } from './classification.ts'

export interface ProductReferences {
  type?: { value: string } | null | undefined
  tags?: readonly { value: string }[] | null | undefined
  sales_channels?: readonly { id: string }[] | null | undefined
}

interface FoundReferences {
  type_id: string | null
  tag_ids: string[]
  channel_ids: string[]
}

/** Returns the ids of related rows, in one round trip if all of them exist. Adds missing types and tags. */
export async function findReferences(em: EntityManager, references: ProductReferences): Promise<FoundReferences> {
  const [types, tags, channels] = await batch<FoundRows>(em, ...statementsFor(references))
  return idsOfReferences(em, references, [types, tags, channels])
}

/** Also returns the shipping profile of a new product. Without sales channels, returns the default channel of the store. */
export async function findReferencesOfNew(
  em: EntityManager,
  { is_giftcard, ...references }: ProductReferences & { is_giftcard?: boolean | undefined },
): Promise<FoundReferences & { profile_id: string }> {
  const type = is_giftcard ? 'gift_card' : 'default'
  const [[defaults], ...found] = await batch<[Defaults, ...FoundRows]>(
    em,
    selectDefaults.with(type),
    ...statementsFor(references),
  )
  if (!defaults?.profile_id) throw new NotFound(`No shipping profile of the type ${type} was found`)
  if (!defaults.channel_id) throw new NotFound('The store was not found')
  const { channel_ids, ...others } = await idsOfReferences(em, references, found)
  return {
    ...others,
    profile_id: defaults.profile_id,
    channel_ids: channel_ids.length > 0 ? channel_ids : [defaults.channel_id],
  }
}

type FoundRows = [ValueRow, ValueRow, { id: string }]

const statementsFor = (references: ProductReferences) => {
  const { types, tags, channelIds } = valuesOf(references)
  return [
    types.length > 0 ? TYPES.find.with(types) : undefined,
    tags.length > 0 ? TAGS.find.with(tags) : undefined,
    channelIds.length > 0 ? selectChannels.with(channelIds) : undefined,
  ] as const
}

async function idsOfReferences(
  em: EntityManager,
  references: ProductReferences,
  [foundTypes, foundTags, channels]: readonly [ValueRow[], ValueRow[], { id: string }[]],
): Promise<FoundReferences> {
  const { types, tags, channelIds } = valuesOf(references)
  const missing = channelIds.filter((id) => !channels.some((channel) => channel.id === id))
  if (missing.length > 0) throw new UnknownReferences('Sales Channels', missing)
  const [type_id = null] = await idsOfValues(em, TYPES, { values: types, found: foundTypes })
  const tag_ids = await idsOfValues(em, TAGS, { values: tags, found: foundTags })
  return { type_id, tag_ids, channel_ids: channels.map(({ id }) => id) }
}

const valuesOf = ({ type, tags, sales_channels }: ProductReferences) => ({
  types: type ? [type.value] : [],
  tags: tags?.map(({ value }) => value) ?? [],
  channelIds: sales_channels?.map(({ id }) => id) ?? [],
})

const selectChannels = query((db, ids: readonly string[]) =>
  db.selectFrom('sales_channel').select('id').where('id', '=', anyOf(ids)).where('deleted_at', 'is', null),
)

interface Defaults {
  profile_id: string | null
  channel_id: string | null
}

const selectDefaults = statement<Defaults, [profileType: string]>(`
  select
    (select id from shipping_profile where type = $1 and deleted_at is null order by created_at, id limit 1) as profile_id,
    (select default_sales_channel_id from store limit 1) as channel_id`)
