import type { MutationFunctionContext } from '@tanstack/react-query'

/** The part of `trpc.….mutationOptions()` that an action needs. */
interface ProcedureOptions<Input, Output> {
  mutationKey: readonly (readonly string[])[]
  mutationFn?: ((input: Input, context: MutationFunctionContext) => Promise<Output>) | undefined
}

/** A mutation of the shop, such as `trpc.admin.orders.capture`. */
export interface Procedure<Input, Output> {
  mutationOptions(options?: { trpc?: { context?: Record<string, unknown> } }): ProcedureOptions<Input, Output>
}
