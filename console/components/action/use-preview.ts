import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DryRun } from '#client/index.ts'
import { isDryRun } from '#console/app/is-dry-run.ts'
import type { Procedure } from './procedure.ts'

export interface Preview<Output = unknown> {
  changes: DryRun<Output> | undefined
  error: unknown
  isLoading: boolean
}

export interface PreviewOptions<Input> {
  /** Without an input, there is no preview. */
  input: Input | undefined
  /** Whether the action itself runs. The preview keeps its changes. */
  isRunning: boolean
  /** An invalid input is not sent for a preview. Without this function, each input is sent. */
  isValid?(input: Input): Promise<boolean>
}

/** Runs a procedure without keeping its changes, and returns them. */
export function usePreview<Input, Output>(
  procedure: Procedure<Input, Output>,
  { input, isRunning, isValid }: PreviewOptions<Input>,
): Preview<Output> {
  const client = useQueryClient()
  const { mutationKey, mutationFn } = procedure.mutationOptions({ trpc: { context: { dryRun: true } } })
  const [settled] = useDebouncedValue(input, 300)
  const isCurrent = JSON.stringify(settled) === JSON.stringify(input)
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', mutationKey, settled],
    queryFn: async () => {
      if (settled === undefined || !mutationFn || (isValid && !(await isValid(settled)))) return null
      const answer: Output | DryRun<Output> = await mutationFn(settled, { client, meta: undefined })
      return isDryRun(answer) ? answer : null
    },
    // The settled input may be older than the current one.
    enabled: input !== undefined && settled !== undefined && !isRunning,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (input === undefined) return { changes: undefined, error: undefined, isLoading: false }
  return { changes: data ?? undefined, error: isCurrent ? error : undefined, isLoading: isFetching || !isCurrent }
}
