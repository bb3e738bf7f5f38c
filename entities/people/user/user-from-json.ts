import { fromJson } from '#database/json-row.ts'
import { User } from './user.ts'

/** Returns a read-only user with the columns that a statement selected as JSON. */
export const userFromJson = (columns: object): User =>
  Object.assign(Object.create(User.prototype), fromJson<object>(columns))
