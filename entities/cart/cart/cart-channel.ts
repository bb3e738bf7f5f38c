import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { query } from '#entities/query.ts'
import type { Cart } from './cart.ts'

export async function findUsableChannel(em: EntityManager, id: string): Promise<Row<SalesChannel>> {
  return assertChannelUsable(id, await findRow(em, SalesChannel, { id }))
}

/** @throws NotFound if `channel` is null. InvalidData if the channel is disabled. */
export function assertChannelUsable<Channel extends { name: string; is_disabled: boolean }>(
  id: string,
  channel: Channel | null,
) {
  if (!channel) throw new NotFound(`Sales channel with id: ${id} was not found`)
  if (channel.is_disabled) {
    throw new InvalidData(`Unable to assign the cart to a disabled Sales Channel "${channel.name}"`).because({
      name: 'sales_channel_disabled',
      channel: channel.name,
    })
  }
  return channel
}

/** Also deletes the lines whose products the new channel does not offer. */
export async function changeChannel(
  em: EntityManager,
  cart: Pick<Cart, 'id' | 'sales_channel_id'>,
  id: string,
): Promise<void> {
  const channel = await findUsableChannel(em, id)
  cart.sales_channel_id = channel.id
  await em.flush()
  await deleteUnofferedLines(em, cart.id, channel.id)
}

const deleteUnofferedLines = query((db, cart_id: string, sales_channel_id: string) =>
  db
    .deleteFrom('line_item')
    .using('product_variant as variant')
    .where('cart_id', '=', cart_id)
    .whereRef('variant.id', '=', 'line_item.variant_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_sales_channel as offer')
            .whereRef('offer.product_id', '=', 'variant.product_id')
            .where('sales_channel_id', '=', sales_channel_id),
        ),
      ),
    ),
)
