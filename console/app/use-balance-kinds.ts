import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from './api.ts'
import { useLanguage } from './language.ts'
import { useMay } from './permissions.ts'

export type BalanceKind = RouterOutputs['admin']['balances']['listKinds']['kinds'][number] & { name: string }

/** The kinds of balances that plugins declare, with their names. Empty without the right to see them, and while they load. */
export function useBalanceKinds(): BalanceKind[] {
  const language = useLanguage()
  const enabled = useMay()('balances.listKinds')
  const { data } = useQuery(trpc.admin.balances.listKinds.queryOptions(undefined, { enabled, staleTime: 600_000 }))
  return data?.kinds.map((kind) => ({ ...kind, name: kind.label[language] ?? kind.label.en })) ?? []
}
