import { getUntypedClient } from '@trpc/client'
import { shop } from '#console/app/api.ts'
import type { Procedure } from '../action/procedure.ts'

/** A mutation of a plugin, which the types of the core do not contain, by its name such as `admin.packing.pack`. */
export function procedureNamed(name: string): Procedure<{ id: string }, unknown> {
  const client = getUntypedClient(shop)
  return {
    mutationOptions: ({ trpc: { context } = {} } = {}) => ({
      mutationKey: [name.split('.')],
      mutationFn: (input) => client.mutation(name, input, context ? { context } : {}),
    }),
  }
}
