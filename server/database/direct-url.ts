import type { MikroORM } from '@mikro-orm/postgresql'
import { dialectOf } from './orm-options.ts'

/** Returns the address that the ORM uses, with all its hosts. */
export const databaseUrlOf = (orm: MikroORM): string => dialectOf(orm).options.pool.connectionString

/** Returns the address of PostgreSQL, also if the ORM uses a pooler. */
export const directUrlOf = (orm: MikroORM): string => directUrls.get(orm) ?? databaseUrlOf(orm)

export function setDirectUrl(orm: MikroORM, url: string): void {
  directUrls.set(orm, url)
}

const directUrls = new WeakMap<MikroORM, string>()
