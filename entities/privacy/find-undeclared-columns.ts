import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'
import { declarationOf } from './personal-tables.ts'

/** Names of columns that usually have personal data. */
const SUSPICIOUS =
  /(^|_)(e?mail|first_name|last_name|full_name|phone|mobile|ip|ip_address|street|birthday|iban)$|^address_\d$/

/** Columns of these names have no free text. */
const NEUTRAL = /(^|_)(id|ids|code|status|key|handle|by)$|^(type|id)$/

/**
 * Returns the columns that may have personal data of customers and declare nothing, as `table.column`. Each text and each JSON value of
 * an entity that belongs to a customer needs a declaration.
 */
export function findUndeclaredColumns(entities: readonly EntityMetadata[]): string[] {
  const owned = ownedEntities(entities)
  return entities.flatMap((meta) =>
    meta.props
      .filter((property) => isColumn(property) && declarationOf(property) === undefined)
      .filter((property) => SUSPICIOUS.test(property.name) || (owned.has(meta) && isFreeText(property)))
      .map(({ name }) => `${meta.tableName}.${name}`)
      .concat(
        owned.has(meta) && linksToCustomer(meta) && !meta.props.some(declarationOf)
          ? [`${meta.tableName}.customer_id`]
          : [],
      ),
  )
}

const isColumn = ({ kind, persist, enum: isEnum }: EntityProperty): boolean =>
  kind === 'scalar' && persist !== false && !isEnum

const isFreeText = ({ name, runtimeType, primary, columnTypes }: EntityProperty): boolean =>
  !primary && !NEUTRAL.test(name) && (runtimeType === 'string' || /^(jsonb?|text\[\])$/.test(columnTypes?.[0] ?? ''))

const linksToCustomer = (meta: EntityMetadata): boolean => meta.props.some(({ name }) => name === 'customer_id')

/** The entities whose rows belong to a customer, a cart or an order, directly or through another entity. */
function ownedEntities(entities: readonly EntityMetadata[]): ReadonlySet<EntityMetadata> {
  const owned = new Set(entities.filter(({ tableName }) => ['customer', 'cart', 'order'].includes(tableName)))
  let size: number
  do {
    size = owned.size
    for (const meta of entities) if (parentsOf(meta, entities).some((parent) => owned.has(parent))) owned.add(meta)
  } while (owned.size > size)
  return owned
}

/** A foreign key is a relation, or a column such as `order_id`. */
function parentsOf({ props }: EntityMetadata, entities: readonly EntityMetadata[]): EntityMetadata[] {
  const related = props.filter(({ kind, owner }) => kind === 'm:1' || (kind === '1:1' && owner))
  const columns = related.flatMap(({ joinColumns }) => joinColumns ?? [])
  const named = entities.filter(({ tableName }) =>
    props.some(({ name }) => name === `${tableName}_id` && !columns.includes(name)),
  )
  return [...named, ...related.flatMap(({ targetMeta }) => targetMeta ?? [])]
}
