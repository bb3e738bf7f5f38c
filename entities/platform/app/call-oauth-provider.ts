import { DomainError, NotAllowed } from '#entities/errors.ts'
import { withTimeout } from '../remote/with-timeout.ts'
import type { OAuthProvider } from './oauth-provider.ts'

const OAUTH_TIMEOUT = 10_000

export async function callOAuthProvider<Answer>(
  provider: OAuthProvider,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withTimeout(provider.timeoutMs ?? OAUTH_TIMEOUT, ask)
  } catch (error) {
    throw error instanceof DomainError ? error : new ProviderFault(provider, error)
  }
}

export async function requestOAuthData(
  provider: OAuthProvider,
  ask: (signal: AbortSignal) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const data: unknown = await callOAuthProvider(provider, ask)
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>
  throw new ProviderFault(provider, new TypeError())
}

class ProviderFault extends NotAllowed {
  constructor({ application_name, display_name }: OAuthProvider, fault: unknown) {
    super(`${display_name} did not answer or refused the request. Try again later`)
    this.cause = new Error(`The OAuth provider ${application_name} failed: ${kindOf(fault)}`)
  }
}

function kindOf(fault: unknown): string {
  const { name, code, error } = (fault ?? {}) as Record<string, unknown>
  const words = [/^[A-Z][A-Za-z]*Error$/.exec(String(name))?.[0], /^[A-Z]+(_[A-Z]+)*$/.exec(String(code))?.[0]]
  return [...words, OAUTH_ERRORS.find((known) => known === error)].filter((word) => word).join(' ') || 'unknown'
}

const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]
