import { shop } from '#console/app/api.ts'

/** Browsers have passkeys only for host names, and only over TLS or at localhost. */
export const hasPasskeys = (): boolean =>
  globalThis.PublicKeyCredential !== undefined && !/^[\d.]+$|^\[/.test(location.hostname)

/** Asks the device for a passkey of this shop. @throws Error if the user cancels. */
export async function signWithPasskey() {
  const { token, options } = await shop.admin.auth.passkeyOptions.mutate()
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    token,
    credential: { id, rawId, type: PUBLIC_KEY, response: { clientDataJSON, authenticatorData, signature } },
  }
}

/** Asks the device to create a passkey. @throws Error if the user cancels. */
export async function createPasskey(password: string) {
  const { token, options } = await shop.admin.account.beginPasskey.mutate({ password })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject } = response
  return { token, credential: { id, rawId, type: PUBLIC_KEY, response: { clientDataJSON, attestationObject } } }
}

const PUBLIC_KEY = 'public-key' as const

/** Whether the user or the device ended the request for a passkey. */
export const isCanceled = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError'
