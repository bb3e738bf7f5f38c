import type { EntityMetadata } from '@mikro-orm/postgresql'

/** Returns the condition that the row `t` is not deleted. */
export const existsSql = ({ props }: EntityMetadata): string =>
  props.some(({ name }) => name === 'deleted_at') ? 't.deleted_at is null' : 'true'
