import { InvalidData } from '#entities/errors.ts'
import { memoize } from '#entities/values/memoize.ts'
import type { Context } from '../context/context.ts'
import { assertInputBounds, type InputBounds } from '../context/input-bounds.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { hideTrpcOnly } from '../inputs/trpc-only.ts'

interface InputSource {
  ctx: Context
  type: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

/**
 * Returns a function that reads the raw input once and caches it. The input of a REST call contains the path
 * parameters, the query and the body. A form stays unread.
 */
export function createInputReader({ ctx, type, meta, getRawInput }: InputSource): () => Promise<unknown> {
  const { readInput, form, bounds } = ctx.request
  return memoize(async () => {
    const input = readInput?.()
    if (meta?.accepts === 'files') {
      rejectProperties(Object.keys(input ?? {}))
      return form
    }
    if (!input) return checkInputBounds(await getRawInput(), bounds)
    const path = decodePath((await getRawInput()) as Record<string, string>)
    rejectProperties(Object.keys(path).filter((key) => key in input))
    return checkInputBounds({ ...(type === 'query' ? hideTrpcOnly(input) : input), ...path }, bounds)
  })
}

function rejectProperties(names: readonly string[]): void {
  if (names.length > 0) throw new InvalidData(names.map((name) => `property ${name} should not exist`).join(', '))
}

function checkInputBounds<Input>(input: Input, bounds: InputBounds): Input {
  assertInputBounds(input, bounds)
  return input
}

function decodePath(path: Record<string, string>): Record<string, string> {
  const decoded: Record<string, string> = {}
  try {
    for (const [key, value] of Object.entries(path))
      decoded[key] = value.includes('%') ? decodeURIComponent(value) : value
  } catch {
    throw new InvalidData('The path is not a valid URI')
  }
  return decoded
}
