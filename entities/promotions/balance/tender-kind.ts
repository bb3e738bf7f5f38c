import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import type { LabelsByLanguage } from '#entities/platform/plugin/installed-plugins.ts'
import { shopOf } from '#entities/shop.ts'

/** A kind of balance with which customers pay. Plugins declare it. */
export interface TenderKind {
  /** Stored in rows, so it never changes. */
  kind: string
  plugin: string
  label: LabelsByLanguage
  /** Whether refunds of an order go to the balance before or after its other payments. */
  refund: 'first' | 'last'
  /** The minor units that one unit pays, such as a point. Null: accounts have a currency, and count its minor units. */
  worth: number | null
  /** Whether an administrator can let accounts fall below 0. */
  has_credit_limit: boolean
}

type WithConfig = Pick<EntityManager, 'config'>

/** Returns undefined if the plugin of the kind was removed. */
export const maybeKind = (em: WithConfig, kind: string): TenderKind | undefined =>
  shopOf(em).tenders.find((one) => one.kind === kind)

/** @throws InvalidData */
export function findKind(em: WithConfig, kind: string): TenderKind {
  const found = maybeKind(em, kind)
  if (found) return found
  const kinds = shopOf(em).tenders.map((one) => one.kind)
  const choice = kinds.length > 0 ? `Use one of: ${kinds.join(', ')}.` : 'No plugin of this shop declares one.'
  throw new InvalidData(`The shop has no balances of the kind ${kind}. ${choice}`)
    .about('kind')
    .because({ name: 'balance_kind_unknown', kind })
}
