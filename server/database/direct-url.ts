import type { MikroORM } from '@mikro-orm/postgresql'

/** Returns the address of PostgreSQL, also if the ORM uses a pooler. */
export function directUrlOf(orm: MikroORM): string {
  return directUrls.get(orm) ?? (orm.config.get('clientUrl') as string)
}

export function setDirectUrl(orm: MikroORM, url: string): void {
  directUrls.set(orm, url)
}

const directUrls = new WeakMap<MikroORM, string>()
