import type { Metadata } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import type { ClaimReason } from './claim-item.ts'
import type { ClaimType } from './claim-order.ts'
import type { ClaimShippingMethod } from './set-claim-shipping-methods.ts'

export interface NewClaimItem {
  item_id: string
  quantity: number
  reason: ClaimReason
  note?: string | null | undefined
  tags?: readonly string[] | null | undefined
  images?: readonly string[] | null | undefined
}

export interface NewClaim {
  type: ClaimType
  claim_items: readonly NewClaimItem[]
  /** If null, no return is requested. The price is in minor units. */
  return_shipping?: { option_id?: string | null | undefined; price?: number | null | undefined } | null | undefined
  additional_items?: readonly { variant_id: string; quantity: number }[] | null | undefined
  shipping_methods?: readonly ClaimShippingMethod[] | null | undefined
  shipping_address?: AddressInput | null | undefined
  /** Minor units, not negative. Default: the value of the shipped items. */
  refund_amount?: number | null | undefined
  no_notification?: boolean | null | undefined
  return_location_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** @throws InvalidData if the fields do not match the type of the claim. */
export function assertCompleteClaim({ type, claim_items, additional_items, refund_amount }: NewClaim): void {
  const isReplacement = type === 'replace'
  if (isReplacement && !additional_items?.length)
    throw new InvalidData('Claims with type "replace" must have at least one additional item.')
      .about('additional_items')
      .because({ name: 'claim_without_replacement' })
  if (!isReplacement && additional_items?.length)
    throw new InvalidData('Claims with type "refund" cannot have additional items.')
      .about('additional_items')
      .because({ name: 'claim_mixes_types' })
  if (claim_items.length === 0)
    throw new InvalidData('Claims must have at least one claim item.')
      .about('claim_items')
      .because({ name: 'claim_without_items' })
  if (isReplacement && refund_amount)
    throw new InvalidData('Claim has type "replace" but must be type "refund" to have a refund_amount.')
      .about('refund_amount')
      .because({ name: 'claim_mixes_types' })
}
