import type { RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import { Conflict, DomainError } from '#entities/errors.ts'
import { withTimeout } from './with-timeout.ts'

/*
 * A provider over the network may hang, or fail for reasons of its own. Nobody waits for it longer than its `patience`,
 * and its faults are a `Conflict`: the caller may try again.
 */

/** The provider, with every call bounded; `authorize`, whose answer must not be lost, has `inTime` of its own. */
export function addProviderTimeouts<Provider extends object>(
  provider: Provider,
  remote: Pick<RemoteProviderOptions, 'patience'>,
): Provider {
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => withProviderTimeout(remote, () => value.apply(target, given))
    },
  })
}

/** @throws Conflict where there is no answer in time, or a fault instead of it. */
export async function withProviderTimeout<T>(
  { patience }: Pick<RemoteProviderOptions, 'patience'>,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withTimeout(patience, ask)
  } catch (error) {
    throw error instanceof DomainError ? error : new Conflict(error)
  }
}
