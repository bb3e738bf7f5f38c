import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import type { ShippingOption } from '#entities/market/shipping/shipping-option.ts'

export interface ShippingOptionQuery {
  option_id: string
  region_id: string | null
  is_return: boolean
  /** True if a customer chooses the option. Then options for administrators are not allowed. */
  isByCustomer?: boolean | undefined
}

/** @throws NotFound. InvalidData for another region or `is_return`. NotAllowed if customers cannot use the option. */
export function requireUsableOption(
  options: readonly ShippingOption[],
  { option_id, region_id, is_return, isByCustomer }: ShippingOptionQuery,
): ShippingOption {
  const option = options.find(({ id }) => id === option_id)
  if (!option) throw new NotFound(`Shipping Option with ${option_id} was not found`)
  if (option.is_return !== is_return)
    throw new InvalidData(
      option.is_return
        ? 'The shipping option can only be used for returns'
        : 'The shipping option cannot be used for returns',
    )
  if (isByCustomer && option.admin_only) throw new NotAllowed('The shipping option is not available to customers')
  if (option.region_id !== region_id)
    throw new InvalidData("The shipping option is not available in the order's region")
  return option
}
