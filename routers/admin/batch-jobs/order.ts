import type { BatchType, BatchTypes } from '#entities/batch-job/batch-type.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { inputErrorMessage } from '../../input-errors.ts'

/** @throws NotFound */
export function findType(types: BatchTypes, name: string): BatchType {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (!type) throw new NotFound(`Unable to find a BatchJob strategy with the type ${name}`)
  return type
}

/** @throws InvalidData for a context that the type cannot use. */
export function readContext<Context>(type: BatchType<Context>, given: Record<string, unknown>): Context {
  const read = type.context.safeParse(given)
  if (!read.success) throw new InvalidData(inputErrorMessage(read.error))
  return read.data
}
