import type { MikroORM } from '@mikro-orm/postgresql'
import { SECRET_COLUMNS } from '#entities/platform/audit/audited-tables.ts'
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

async function storedSecrets(orm: MikroORM, { plugin }: Subject): Promise<Secret[]> {
  const tables = tablesOf(orm, plugin)
  const columns = Array.from(orm.getMetadata().getAll().values())
    .filter(({ tableName }) => tables.includes(tableName))
    .flatMap(({ tableName, props }) =>
      props.filter(({ name }) => SECRET_NAME.test(name)).map(({ name }) => `${tableName}.${name}`),
    )
  const secrets: Secret[] = []
  for (const column of [...SECRET_COLUMNS, ...columns]) {
    const [table, name] = column.split('.')
    const rows = await orm.em.fork().execute<{ value: unknown }[]>(`select "${name}" as value from "${table}"`)
    for (const { value } of rows) if (typeof value === 'string') secrets.push({ source: `the column ${column}`, value })
  }
  return secrets
}
