import type { ReturnMethodInput } from '../return/create-return-shipment.ts'
import type { ReturnItemInputs } from '../return/request-return-items.ts'

export interface NewSwap {
  order_id: string
  return_items: ReturnItemInputs
  additional_items?: readonly { variant_id: string; quantity: number }[] | null | undefined
  return_shipping?: Omit<ReturnMethodInput, 'isByCustomer'> | null | undefined
  /** Shipping options that replace the offered ones. Prices are in minor units. */
  custom_shipping_options?: readonly { option_id: string; price: number }[] | null | undefined
  sales_channel_id?: string | null | undefined
  no_notification?: boolean | null | undefined
  return_location_id?: string | null | undefined
  allow_backorder?: boolean | null | undefined
  /** True if a customer requests the swap. Customers can use only published variants and public return options. */
  isByCustomer?: boolean
}
