import { fromJson } from '#database/json-rows.ts'
import { User } from './user.ts'

/** MikroORM does not track the returned user, so changes to the user are never written. */
export const userFromJson = (columns: object): User =>
  Object.assign(Object.create(User.prototype), fromJson<object>(columns))
