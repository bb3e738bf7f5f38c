import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useLanguage } from '#console/app/language.ts'

type DescribedField = RouterOutputs['admin']['plugins']['list']['plugins'][number]['fields'][number]

export interface PluginField extends Omit<DescribedField, 'label'> {
  /** In the language of the user. */
  label: string
}
export type FieldTable = PluginField['table']

/** The plugins change only with a restart of the shop. */
export const pluginsQuery = () =>
  trpc.admin.plugins.list.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY })

/** The columns that plugins have added to a table. Undefined while they load. */
export function usePluginFields(table: FieldTable): PluginField[] | undefined {
  const { data } = useQuery(pluginsQuery())
  const language = useLanguage()
  return useMemo(
    () =>
      data?.plugins
        .flatMap(({ fields }) => fields)
        .filter((field) => field.table === table)
        .map((field) => inLanguage(field, language)),
    [data, table, language],
  )
}

/** The texts of plugins that have languages, of all tables. */
export function useTranslatedFields(): PluginField[] {
  const { data } = useQuery(pluginsQuery())
  const language = useLanguage()
  return useMemo(
    () =>
      (data?.plugins ?? [])
        .flatMap(({ fields }) => fields)
        .filter(({ translated }) => translated)
        .map((field) => inLanguage(field, language)),
    [data, language],
  )
}

const inLanguage = (field: DescribedField, language: string): PluginField => ({
  ...field,
  label: field.label[language] ?? field.label.en,
})

/** Whether a table of PostgreSQL has the fields: those of `variant` are columns of `product_variant`. */
export const isTableOf = (table: FieldTable, entity: string): boolean =>
  (table === 'variant' ? 'product_variant' : table) === entity

export const isEditable = ({ writable_by }: PluginField): boolean => writable_by.includes('admin')

/** The words of a value of an enum: `Gift wrap` for `gift_wrap`. */
export const choiceText = (value: string): string => {
  const text = value.replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const choicesOf = ({ values }: PluginField) =>
  values?.map((value) => ({ value, label: choiceText(value) })) ?? []

/** The currency of an amount, or undefined while its column is empty. */
export function currencyOf({ currency_column }: PluginField, row: object): string | undefined {
  const currency = fieldValue(row, currency_column ?? 'currency_code')
  return typeof currency === 'string' && /^[a-z]{3}$/i.test(currency) ? currency : undefined
}

/** The value of a field of a row. The types of the core do not contain it. */
export function fieldValue(row: object, name: string): unknown {
  const values: Record<string, unknown> = { ...row }
  return values[name]
}
