import type { MikroORM } from '@mikro-orm/postgresql'
import { runShop } from '../run-shop.ts'
import { SESSION_SECRET } from '../serve-shop.ts'
import { examplesOf } from './examples.ts'
import { furnish } from './furnish.ts'
import { tablesOf } from './plugin-tables.ts'
import type { Subject } from './subject.ts'

/** Names of columns and of settings that have a secret value. */
const SECRET_NAME = /pass|secret|token|hash|credential|private_?key|api_?key/i

const MIN_LENGTH = 8

/** Returns the answers that contain a stored secret or a secret setting. */
export async function findShownSecrets(subject: Subject): Promise<string[]> {
  const { answers } = await examplesOf(subject)
  await using shop = await runShop(subject.parts, (await furnish(subject)).name)
  const secrets = [
    { source: 'the session secret', value: SESSION_SECRET },
    ...settingsOf(subject),
    ...(await storedSecrets(shop.orm, subject)),
  ].filter(({ value }) => value.length >= MIN_LENGTH)
  const found = answers.flatMap(({ procedure, answer }) =>
    secrets.filter(({ value }) => answer.text.includes(value)).map(({ source }) => `${procedure} shows ${source}`),
  )
  return [...new Set(found)]
}

interface Secret {
  source: string
  value: string
}

const settingsOf = ({ env }: Subject): Secret[] =>
  Object.entries(env)
    .filter(([name]) => SECRET_NAME.test(name))
    .map(([name, value]) => ({ source: `the setting ${name}`, value }))

/** The hidden columns of all tables, and the columns of the plugin that are named like a secret. */
async function storedSecrets(orm: MikroORM, { plugin }: Subject): Promise<Secret[]> {
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
