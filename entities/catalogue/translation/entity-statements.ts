import type { EntityMetadata } from '@mikro-orm/postgresql'

/** Builds a statement for each entity once. */
export function memoizeStatement<Built>(build: (meta: EntityMetadata) => Built): (meta: EntityMetadata) => Built {
  const statements = new WeakMap<EntityMetadata, Built>()
  return (meta) => {
    const known = statements.get(meta) ?? build(meta)
    statements.set(meta, known)
    return known
  }
}

/** Returns the condition that the row `t` is not deleted. */
export const existsSql = ({ props }: EntityMetadata): string =>
  props.some(({ name }) => name === 'deleted_at') ? 't.deleted_at is null' : 'true'
