import { DomainError, NotAllowed } from '#entities/errors.ts'
import { withTimeout } from '../remote/with-timeout.ts'
import type { OAuthProvider } from './oauth-provider.ts'

const OAUTH_TIMEOUT = 10_000

export async function callOAuthProvider<Result>(
  provider: OAuthProvider,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    return await withTimeout(provider.timeoutMs ?? OAUTH_TIMEOUT, call)
  } catch (error) {
    throw error instanceof DomainError ? error : new ProviderFailure(provider, error)
  }
}

export async function requestOAuthData(
  provider: OAuthProvider,
  call: (signal: AbortSignal) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const data: unknown = await callOAuthProvider(provider, call)
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>
  throw new ProviderFailure(provider, new TypeError())
}

class ProviderFailure extends NotAllowed {
  constructor({ application_name, display_name }: OAuthProvider, fault: unknown) {
    super(`${display_name} did not answer or refused the request. Try again later`)
    this.cause = new Error(`The OAuth provider ${application_name} failed: ${describeFailure(fault)}`)
  }
}

function describeFailure(fault: unknown): string {
  const { name, code, error } = (fault ?? {}) as Record<string, unknown>
  const parts = [/^[A-Z][A-Za-z]*Error$/.exec(String(name))?.[0], /^[A-Z]+(_[A-Z]+)*$/.exec(String(code))?.[0]]
  return [...parts, OAUTH_ERRORS.find((known) => known === error)].filter((word) => word).join(' ') || 'unknown'
}

const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]
