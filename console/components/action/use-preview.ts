import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DryRun } from '#client/index.ts'
import type { Procedure } from './procedure.ts'

export interface Preview {
  changes: DryRun<unknown> | undefined
  error: unknown
  isLoading: boolean
}

/** Runs a procedure without keeping its changes, and returns them. Without an input it returns nothing. */
export function usePreview<Input, Output>(procedure: Procedure<Input, Output>, input: Input | undefined): Preview {
  const client = useQueryClient()
  const { mutationKey, mutationFn } = procedure.mutationOptions({ trpc: { context: { dryRun: true } } })
  const [settled] = useDebouncedValue(input, 300)
  const isCurrent = JSON.stringify(settled) === JSON.stringify(input)
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', mutationKey, settled],
    queryFn: async () => {
      if (settled === undefined || !mutationFn) return null
      const answer: unknown = await mutationFn(settled, { client, meta: undefined })
      return isDryRun(answer) ? answer : null
    },
    enabled: settled !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (input === undefined) return { changes: undefined, error: undefined, isLoading: false }
  return { changes: data ?? undefined, error: isCurrent ? error : undefined, isLoading: isFetching || !isCurrent }
}

const isDryRun = (answer: unknown): answer is DryRun<unknown> =>
  typeof answer === 'object' && answer !== null && 'dry_run' in answer
