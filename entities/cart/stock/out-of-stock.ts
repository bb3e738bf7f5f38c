import { DomainError, NotAllowed } from '#entities/errors.ts'

/** Names each variant without enough stock. */
export class OutOfStock extends DomainError {
  constructor(variantIds: readonly string[]) {
    const errors = variantIds.map((id) => ({
      message: buildShortageMessage(id),
      type: 'not_allowed',
      code: INSUFFICIENT_INVENTORY,
    }))
    super('conflict', errors.map((error) => error.message).join(', '), INSUFFICIENT_INVENTORY, errors)
  }
}

const INSUFFICIENT_INVENTORY = 'insufficient_inventory'
const buildShortageMessage = (variant_id: string) =>
  `Variant with id: ${variant_id} does not have the required inventory`

export const insufficientStock = (variant_id: string): NotAllowed =>
  new NotAllowed(buildShortageMessage(variant_id), INSUFFICIENT_INVENTORY)
