import { FIELD_TABLES, type FieldTable } from '#entities/platform/field/field.ts'
import type { LoadedPlugin } from '../plugin/loaded-plugin.ts'
import type { Plugin, Provided } from '../plugin/plugin.ts'

const PARTS: Readonly<Record<keyof Plugin, true>> = {
  name: true,
  cartwright: true,
  settings: true,
  fields: true,
  entities: true,
  migrations: true,
  admin: true,
  store: true,
  rules: true,
  effects: true,
  prices: true,
  events: true,
  on: true,
  jobs: true,
  batchTypes: true,
  numbers: true,
  mails: true,
  tenders: true,
  webhooks: true,
  routes: true,
  console: true,
  problems: true,
  provides: true,
}

const PORTS: Readonly<Record<keyof Provided, true>> = {
  payment: true,
  fulfillment: true,
  tax: true,
  notification: true,
  oauth: true,
  files: true,
  search: true,
  oldAddresses: true,
}

/** The shop would ignore such parts. TypeScript refuses them, but a plugin may be JavaScript. */
export const problemsOfParts = ({ name, provides, fields = {}, ...parts }: LoadedPlugin): string[] => [
  ...unknown(Object.keys(parts), Object.keys(PARTS)).map(
    (part) => `The plugin ${name} has the unknown part ${part}. Use ${Object.keys(PARTS).join(', ')}.`,
  ),
  ...unknown(Object.keys(provides), Object.keys(PORTS)).map(
    (port) => `The plugin ${name} provides the unknown port ${port}. Use ${Object.keys(PORTS).join(', ')}.`,
  ),
  ...unknown(Object.keys(fields), FIELD_TABLES).map(
    (table) => `The plugin ${name} has fields of the unknown table ${table}. Use ${FIELD_TABLES.join(', ')}.`,
  ),
]

const unknown = (names: readonly string[], known: readonly (string | FieldTable)[]): string[] =>
  names.filter((name) => !known.includes(name))
