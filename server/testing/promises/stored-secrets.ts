import type { MikroORM } from '@mikro-orm/postgresql'
import { tablesOf } from './plugin-tables.ts'
import type { Subject } from './subject.ts'

export interface Secret {
  /** Such as `the column customer.password_hash`. */
  source: string
  value: string
}

/** Names of columns and of settings that have a secret value. */
export const SECRET_NAME = /pass|secret|token|hash|credential|private_?key|api_?key/i

/** The hidden columns of all tables, and the columns of the plugin that are named like a secret. */
export async function readSecrets(orm: MikroORM, { plugin }: Subject): Promise<Secret[]> {
  const ofPlugin = tablesOf(orm, plugin)
  const secrets: Secret[] = []
  for (const { tableName: table, props } of orm.getMetadata().getAll().values()) {
    const columns = props.filter(({ persist }) => persist !== false)
    for (const { name, hidden } of columns) {
      if (!hidden && !(ofPlugin.includes(table) && SECRET_NAME.test(name))) continue
      const rows = await orm.em.fork().execute<{ value: unknown }[]>(`select "${name}" as value from "${table}"`)
      const values = rows.map(({ value }) => value).filter((value) => typeof value === 'string')
      secrets.push(...values.map((value) => ({ source: `the column ${table}.${name}`, value })))
    }
  }
  return secrets
}
