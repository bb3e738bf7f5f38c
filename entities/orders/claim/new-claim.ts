import type { Metadata } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import type { ClaimReason } from './claim-item.ts'
import type { ClaimMethod } from './claim-methods.ts'
import type { ClaimType } from './claim-order.ts'

/** What was wrong with some pieces of a line. */
export interface NewClaimItem {
  item_id: string
  /** At least 1. */
  quantity: number
  reason: ClaimReason
  note?: string | null | undefined
  tags?: readonly string[] | null | undefined
  /** URLs. */
  images?: readonly string[] | null | undefined
}

export interface NewClaim {
  type: ClaimType
  claim_items: readonly NewClaimItem[]
  /** How the pieces come back; they do not where there is none. Its price is in minor units. */
  return_shipping?: { option_id?: string | null | undefined; price?: number | null | undefined } | null | undefined
  additional_items?: readonly { variant_id: string; quantity: number }[] | null | undefined
  shipping_methods?: readonly ClaimMethod[] | null | undefined
  shipping_address?: AddressInput | null | undefined
  /** Minor units, not negative; computed where it is not given. */
  refund_amount?: number | null | undefined
  no_notification?: boolean | null | undefined
  return_location_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** @throws InvalidData where a claim lacks what its type needs, or has what it does not take. */
export function refuseIncomplete({ type, claim_items, additional_items, refund_amount }: NewClaim): void {
  const replaces = type === 'replace'
  if (replaces && !additional_items?.length)
    throw new InvalidData('Claims with type "replace" must have at least one additional item.')
  if (!replaces && additional_items?.length)
    throw new InvalidData('Claims with type "refund" cannot have additional items.')
  if (claim_items.length === 0) throw new InvalidData('Claims must have at least one claim item.')
  if (replaces && refund_amount)
    throw new InvalidData('Claim has type "replace" but must be type "refund" to have a refund_amount.')
}
