import { isIP } from 'node:net'
import { NotAllowed } from '#entities/errors.ts'

export interface RelyingParty {
  /** Of the page that asks for the passkey, such as `https://shop.example`. */
  origin: string
  /** Its host name. */
  rp_id: string
}

/** @throws NotAllowed for an IP address, for which browsers create no passkeys. */
export function relyingPartyOf(origin: string): RelyingParty {
  const rp_id = URL.canParse(origin) ? new URL(origin).hostname : ''
  if (rp_id === '' || isIP(rp_id.replace(/^\[|\]$/g, '')))
    throw new NotAllowed(
      'Passkeys need a host name such as shop.example or localhost. Open the console at its host name.',
    ).because({ name: 'passkey_needs_host_name' })
  return { origin, rp_id }
}
