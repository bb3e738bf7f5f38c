import type { MikroORM } from '@mikro-orm/postgresql'

/** Returns the version as PostgreSQL reports it, such as `18.6 (Debian 18.6-1)`. */
export async function postgresVersionOf(orm: MikroORM): Promise<string> {
  const [row] = await orm.em
    .fork()
    .execute<[{ version: string }]>(`select current_setting('server_version') as version`)
  return row.version
}
