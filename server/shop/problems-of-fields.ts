import { titleOf } from '#entities/catalogue/import-export/product-csv/entity-columns.ts'
import { isSharedTitle } from '#entities/catalogue/import-export/product-csv/read-titles.ts'
import {
  FIELD_TABLES,
  type Field,
  type Fields,
  type FieldTable,
  isTextual,
  TABLES_OF_CUSTOMERS,
  TABLES_WITH_LANGUAGES,
} from '#entities/platform/field/field.ts'
import { targetOf } from '#entities/platform/field/target-of.ts'
import { valueSchemaOf } from '#entities/platform/field/value-schema.ts'
import { coreInputsOf } from '#routers/filters/field-inputs.ts'
import { PROTECTED_ENTITIES } from '#routers/reading/protected-resources.ts'
import { coreNamesOf } from '../plugin/core-names.ts'
import type { Plugin } from '../plugin/plugin.ts'

/** The tables whose rows have a currency. */
const TABLES_WITH_CURRENCY: readonly FieldTable[] = ['cart', 'line_item', 'order', 'region']

/** An amount has a currency, and a default follows the rules of its field. */
export const problemsOfFieldRules = ({ name: plugin, fields = {} }: Plugin): string[] =>
  FIELD_TABLES.flatMap((table) =>
    Object.entries(fields[table] ?? {}).flatMap(([name, field]) => {
      const owner = `The plugin ${plugin} has the field ${name} of ${table},`
      const fault = field.default === undefined ? undefined : valueSchemaOf(field).safeParse(field.default).error
      return [
        ...(fault ? [`${owner} whose default breaks its own rules. Change the default.`] : []),
        ...(field.visibleTo === 'customer' && !TABLES_OF_CUSTOMERS.includes(table)
          ? [`${owner} and the table belongs to no customer. Use visibleTo: 'admin' or 'public'.`]
          : []),
        ...(field.visibleTo === 'admin' && field.writableBy.includes('store')
          ? [`${owner} which the store may set, but not see. Remove 'store' from writableBy, or the option visibleTo.`]
          : []),
        ...(field.translated && !TABLES_WITH_LANGUAGES.includes(table)
          ? [`${owner} and rows of the table have no languages. Remove the option translated.`]
          : []),
        ...(field.rules.isUnpacked && table !== 'variant'
          ? [
              `${owner} with the option isUnpacked, which is only for fields of variant. Move the field, or remove the option.`,
            ]
          : []),
        ...problemsOfTarget(owner, field),
        ...(field.type === 'money' ? problemsOfCurrency(owner, field.currency, { table, fields }) : []),
      ]
    }),
  )

/** The ID of an order or a cart is the permission to read it. */
function problemsOfTarget(owner: string, field: Field): string[] {
  const isWrittenByStore = field.writableBy.includes('store')
  if (field.type === 'file')
    return isWrittenByStore
      ? [`${owner} which the store may set, and the store has no uploads. Receive the file in a route of the plugin.`]
      : []
  const target = targetOf(field)
  const resource = target && PROTECTED_ENTITIES.get(target)
  if (resource === undefined) return []
  return [
    ...(field.visibleTo === 'public'
      ? [`${owner} which shows IDs of ${resource} to every caller. Use visibleTo: 'admin' or 'customer'.`]
      : []),
    ...(isWrittenByStore
      ? [
          `${owner} which names rows of ${resource}, and the store may set it. Remove 'store' from writableBy, and set the field in a procedure of the plugin.`,
        ]
      : []),
  ]
}

function problemsOfCurrency(
  owner: string,
  currency: string | undefined,
  { table, fields }: { table: FieldTable; fields: Fields },
): string[] {
  if (currency === undefined)
    return TABLES_WITH_CURRENCY.includes(table)
      ? []
      : [`${owner} and the table has no currency. Name a text field with the currency: field.money({ currency: '…' }).`]
  return isTextual(fields[table]?.[currency])
    ? []
    : [`${owner} and no text field ${currency} for its currency. Add the field to the plugin.`]
}

/** The field would replace an input or a CSV column of the core. */
export const problemsOfFields = ({ name: plugin, fields = {} }: Plugin): string[] =>
  FIELD_TABLES.flatMap((table) =>
    Object.keys(fields[table] ?? {}).flatMap((field) => {
      const owner = `The plugin ${plugin} has the field ${field} of ${table},`
      if (coreNamesOf(table).includes(field)) return []
      if (coreInputsOf(table).has(field)) return [`${owner} which is an input of the core. Rename the field.`]
      const title = takenTitle(table, field)
      return title ? [`${owner} whose CSV column "${title}" belongs to the core. Rename the field.`] : []
    }),
  )

const PREFIXES: { readonly [Table in FieldTable]?: string } = { product: 'Product', variant: 'Variant', order: 'Order' }

/** Returns the title of the CSV column of the field if the core has a column of this title. */
function takenTitle(table: FieldTable, field: string): string | undefined {
  const prefix = PREFIXES[table]
  if (!prefix) return undefined
  const title = `${prefix} ${titleOf(field)}`
  const isTaken = coreNamesOf(table).some((name) => titleOf(name) === titleOf(field)) || isSharedTitle(title)
  return isTaken ? title : undefined
}
