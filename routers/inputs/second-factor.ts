import { z } from 'zod'

/** Six digits of an authenticator app, or a recovery code. */
export const SecondFactorCode = z.string().trim().min(1).max(40)

export const OfferedApp = z.object({
  /** Confirms the secret within 15 minutes. */
  token: z.string(),
  /** In base 32, to type it. */
  secret: z.string(),
  /** To show it as a QR code. */
  uri: z.string(),
})

const Base64Url = z
  .string()
  .min(1)
  .max(10_000)
  .regex(/^[\w-]+$/)

/* `credential.toJSON()` of the browser. Browsers add properties, which the server does not read. */

const credentialOf = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: Base64Url, ...response }),
  })

export const NewCredential = credentialOf({ attestationObject: Base64Url })

export const SignedCredential = credentialOf({ authenticatorData: Base64Url, signature: Base64Url })

/** For `navigator.credentials.get()`. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
})

const PUBLIC_KEY = z.literal('public-key')

/** For `navigator.credentials.create()`. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: PUBLIC_KEY, alg: z.int() })),
  excludeCredentials: z.array(z.object({ type: PUBLIC_KEY, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
