import { readdirSync } from 'node:fs'
import type { MikroORM } from '@mikro-orm/postgresql'

export function migrationNames(orm: MikroORM): string[] {
  const { path } = orm.config.get('migrations')
  return readdirSync(path!)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
}
