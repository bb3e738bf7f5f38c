import type { RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import { Conflict, DomainError } from '#entities/errors.ts'
import { withTimeout } from './with-timeout.ts'

/* A remote provider may hang or fail. Both are a `Conflict`, which callers may retry. */

/** Adds a timeout to each method. */
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

/** @throws Conflict on a timeout or an error of the provider. */
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
