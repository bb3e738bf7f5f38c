import type { ReturnMethodInput } from '../return/create-return-shipment.ts'
import type { ItemsToReturn } from '../return/request-return-items.ts'

export interface NewSwap {
  order_id: string
  /** What comes back. */
  return_items: ItemsToReturn
  /** What is sent for it. */
  additional_items?: readonly { variant_id: string; quantity: number }[] | null | undefined
  return_shipping?: Omit<ReturnMethodInput, 'isByCustomer'> | null | undefined
  /** What shipping costs, by options; then there are no others. Prices are in minor units. */
  custom_shipping_options?: readonly { option_id: string; price: number }[] | null | undefined
  sales_channel_id?: string | null | undefined
  no_notification?: boolean | null | undefined
  return_location_id?: string | null | undefined
  allow_backorder?: boolean | null | undefined
  /** Whether a customer asks for it, and not the shop: they get only what is for sale, and choose only ways that are theirs. */
  isByCustomer?: boolean
}
