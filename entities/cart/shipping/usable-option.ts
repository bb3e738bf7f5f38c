import type { Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import type { ShippingOption, ShippingUse } from '#entities/market/shipping/shipping-option.ts'

/** @throws NotFound. InvalidData for another region or `is_return`. NotAllowed if customers cannot use the option. */
export function requireUsableOption(
  options: readonly Row<ShippingOption>[],
  { option_id, ...use }: ShippingUse & { option_id: string },
): Row<ShippingOption> {
  const option = options.find(({ id }) => id === option_id)
  if (!option) throw new NotFound(`Shipping Option with ${option_id} was not found`)
  option.assertUsable(use)
  return option
}
