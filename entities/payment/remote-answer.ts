import { inTime } from '../bounded.ts'
import { Conflict, DomainError } from '../errors.ts'
import type { Remote } from './payment-port.ts'

/**
 * What a provider over the network says, or why it refuses for good.
 * @throws Conflict where it says nothing.
 */
export async function answerOf<Answer>(
  remote: Remote,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | DomainError> {
  try {
    return await inTime(remote, ask)
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Conflict)) return error
    throw error
  }
}
