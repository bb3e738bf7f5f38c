import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'

export type PluginField = RouterOutputs['admin']['plugins']['list']['plugins'][number]['fields'][number]
export type FieldTable = PluginField['table']

/** The plugins change only with a restart of the shop. */
export const pluginsQuery = () =>
  trpc.admin.plugins.list.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY })

/** The columns that plugins have added to a table. Undefined while they load. */
export function usePluginFields(table: FieldTable): PluginField[] | undefined {
  const { data } = useQuery(pluginsQuery())
  return useMemo(
    () => data?.plugins.flatMap(({ fields }) => fields).filter((field) => field.table === table),
    [data, table],
  )
}

export const isEditable = ({ writable_by }: PluginField): boolean => writable_by.includes('admin')

/** The value of a field of a row. The types of the core do not contain it. */
export function fieldValue(row: object, name: string): unknown {
  const values: Record<string, unknown> = { ...row }
  return values[name]
}
