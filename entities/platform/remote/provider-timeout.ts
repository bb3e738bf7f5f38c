import { Conflict, DomainError } from '#entities/errors.ts'
import { withTimeout } from './with-timeout.ts'

export interface ProviderTimeout {
  readonly timeoutMs: number
}

export function addProviderTimeouts<Provider extends object>(provider: Provider, timeout: ProviderTimeout): Provider {
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => withProviderTimeout(timeout, () => value.apply(target, args))
    },
  })
}

/** Throws Conflict after a timeout or an error of the provider, because the caller may retry. */
export async function withProviderTimeout<T>(
  { timeoutMs }: ProviderTimeout,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withTimeout(timeoutMs, call)
  } catch (error) {
    throw error instanceof DomainError ? error : new Conflict(error).because({ name: 'provider_failed' })
  }
}
