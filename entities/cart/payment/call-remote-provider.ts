import { Conflict, DomainError } from '#entities/errors.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import type { RemoteProviderOptions } from './payment-port.ts'

/**
 * What a provider over the network says, or why it refuses for good.
 * @throws Conflict where it says nothing.
 */
export async function callRemoteProvider<Answer>(
  remote: RemoteProviderOptions,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | DomainError> {
  try {
    return await withProviderTimeout(remote, ask)
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Conflict)) return error
    throw error
  }
}
