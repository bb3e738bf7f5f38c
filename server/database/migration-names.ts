import { readdirSync } from 'node:fs'
import type { MikroORM } from '@mikro-orm/postgresql'

const FILE = /\.[jt]s$/

/** The files are JavaScript in the package and TypeScript in this repository. */
export function migrationNames(orm: MikroORM): string[] {
  const { path } = orm.config.get('migrations')
  return readdirSync(path!)
    .filter((file) => FILE.test(file))
    .map((file) => file.replace(FILE, ''))
}
