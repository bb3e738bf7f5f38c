import { z } from 'zod'
import type { PaymentPage } from '#entities/cart/payment/payment-port.ts'
import { InvalidData } from '#entities/errors.ts'
import type { RequestDetails } from '../../context/context.ts'
import { LanguageTag } from '../../inputs/common.ts'

const MAX_ADDRESS = 2000

export const paymentPageInput = {
  /** A path of the shop, or an address of a storefront. */
  return_url: z.string().max(MAX_ADDRESS).nullish(),
  /** Default: `return_url`. */
  cancel_url: z.string().max(MAX_ADDRESS).nullish(),
  /** The language of the page of the provider, such as `de`. */
  locale: LanguageTag.nullish(),
}

type PageInput = { [Name in keyof typeof paymentPageInput]?: string | null | undefined }
type Site = Pick<RequestDetails, 'publicUrl' | 'isStoreOrigin'>

/**
 * Returns undefined without a `return_url`: the caller shows no page of a provider.
 * @throws InvalidData for an address of another site, because the provider would lead the customer there.
 */
export function paymentPageOf(site: Site, { return_url, cancel_url, locale }: PageInput): PaymentPage | undefined {
  if (return_url == null) return undefined
  return {
    return_url: addressOf(site, 'return_url', return_url),
    cancel_url: addressOf(site, 'cancel_url', cancel_url ?? return_url),
    ...(locale != null && { locale }),
  }
}

function addressOf(site: Site, name: string, value: string): string {
  const isPath = value.startsWith('/')
  const address = URL.parse(isPath ? site.publicUrl + value : value)
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:'
  if (isWeb && !address.username && !address.password && (isPath || site.isStoreOrigin(address.origin)))
    return address.href
  throw new InvalidData(`${name} must be a path of the shop, or an address with an origin of STORE_CORS`).about(name)
}
