import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { useMay } from '#console/app/permissions.ts'
import { pluginsQuery } from '../plugin-fields/plugin-field.ts'

export type ShownPlugin = RouterOutputs['admin']['plugins']['list']['plugins'][number]

/** The plugins whose pages and panels the user sees: the role allows one of their procedures, or they have none. */
export function useShownPlugins(): readonly ShownPlugin[] {
  const { data } = useQuery(pluginsQuery())
  const may = useMay()
  return data?.plugins.filter((plugin) => isShown(plugin, may)) ?? []
}

export const isShown = ({ procedures }: Pick<ShownPlugin, 'procedures'>, may: ReturnType<typeof useMay>): boolean =>
  procedures.length === 0 || procedures.some((name) => may([['admin', ...name.split('.')]]))
