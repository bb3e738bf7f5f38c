import { Conflict, DomainError } from '#entities/errors.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import type { RemoteProviderOptions } from './payment-port.ts'

export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && !(error instanceof Conflict)

/** Returns the error of a provider that refuses the call. @throws Conflict if the provider does not answer. */
export async function callRemoteProvider<Answer>(
  remote: RemoteProviderOptions,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | DomainError> {
  try {
    return await withProviderTimeout(remote, call)
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}
