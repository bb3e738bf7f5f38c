import type { MikroORM } from '@mikro-orm/postgresql'

/** The address of the database without a pooler before it, for connections that are more than one transaction long. */
export function directUrlOf(orm: MikroORM): string {
  return known.get(orm) ?? (orm.config.get('clientUrl') as string)
}

export function setDirectUrl(orm: MikroORM, url: string): void {
  known.set(orm, url)
}

const known = new WeakMap<MikroORM, string>()
