import { NotFound } from '#entities/errors.ts'
import type { BatchType, BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { inputError } from '../../errors/errors.ts'

/** @throws NotFound if there is no batch job type with this name. */
export function findBatchType(types: BatchTypes, name: string): BatchType {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (!type) throw new NotFound(`Unable to find a BatchJob strategy with the type ${name}`)
  return type
}

/** @throws InvalidData if the context does not match the schema of the batch job type. */
export function parseBatchContext<Context>(type: BatchType<Context>, given: Record<string, unknown>): Context {
  const result = type.context.safeParse(given)
  if (!result.success) throw inputError(result.error)
  return result.data
}
