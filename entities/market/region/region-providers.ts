import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { linkRows, replaceLinks, unlinkRows } from '#entities/platform/links/links.ts'
import { query } from '#entities/query.ts'
import { findRegion } from './find-region.ts'
import { PaymentProvider } from './payment-provider.ts'

const PROVIDER_KINDS = {
  Payment: { entity: PaymentProvider, table: 'region_payment_providers', field: 'payment_providers' },
  Fulfillment: { entity: FulfillmentProvider, table: 'region_fulfillment_providers', field: 'fulfillment_providers' },
} as const

export type ProviderKind = keyof typeof PROVIDER_KINDS

export async function setProviders(
  em: EntityManager,
  kind: ProviderKind,
  regionId: string,
  ids: readonly string[],
): Promise<void> {
  const { entity, table, field } = PROVIDER_KINDS[kind]
  const count = await em.count(entity, { id: { $in: [...ids] } })
  if (count < new Set(ids).size)
    throw new InvalidData(`${kind} provider not found`).about(field).because({ name: 'references_missing' })
  await replaceLinks(em, table, regionId, ids)
}

export async function addProvider(em: EntityManager, kind: ProviderKind, regionId: string, id: string): Promise<void> {
  const { entity, table } = PROVIDER_KINDS[kind]
  if ((await em.count(entity, { id })) === 0) throw new NotFound(`${kind} provider ${id} was not found`)
  await linkRows(em, table, regionId, [id])
  await announce(em, 'region.updated', { id: regionId })
}

export async function removeProvider(
  em: EntityManager,
  kind: ProviderKind,
  regionId: string,
  id: string,
): Promise<void> {
  await unlinkRows(em, PROVIDER_KINDS[kind].table, regionId, [id])
  await announce(em, 'region.updated', { id: regionId })
}

export async function fulfillmentProvidersOf(em: EntityManager, regionId: string): Promise<string[]> {
  await findRegion(em, regionId)
  const rows = await selectFulfillmentProviders(em, regionId)
  return rows.map(({ provider_id }) => provider_id)
}

export async function paymentProvidersOf(em: EntityManager, regionId: string): Promise<string[]> {
  return (await selectPaymentProviders(em, regionId)).map(({ provider_id }) => provider_id)
}

const selectPaymentProviders = query((db, region_id: string) =>
  db
    .selectFrom('region_payment_providers')
    .select('provider_id')
    .where('region_id', '=', region_id)
    .orderBy('provider_id'),
)

const selectFulfillmentProviders = query((db, region_id: string) =>
  db
    .selectFrom('region_fulfillment_providers')
    .select('provider_id')
    .where('region_id', '=', region_id)
    .orderBy('provider_id'),
)
