import type { DryRun } from '#routers/pipeline/dry-run/dry-run.ts'

interface Mutation<Input, Output> {
  mutate(input: Input, options?: { context?: { dryRun?: boolean } }): Promise<Output>
}

/**
 * Returns the response of a mutation of `client.admin` and the rows that it would change, and changes nothing.
 *
 * @example
 * const { changes } = await dryRun(admin.orders.capture, { id })
 */
export function dryRun<Input, Output>(mutation: Mutation<Input, Output>, input: Input): Promise<DryRun<Output>>
export function dryRun(mutation: Mutation<unknown, unknown>, input: unknown): Promise<unknown> {
  return mutation.mutate(input, { context: { dryRun: true } })
}
