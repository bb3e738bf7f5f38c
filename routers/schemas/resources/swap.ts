import { z } from 'zod'
import { resource } from '../resource.ts'

/* What the wire format knows and the shop has none of. */

export const SwapResource = resource('Swap', { id: z.string() })
export const PaymentCollectionResource = resource('PaymentCollection', { id: z.string() })
export const StockLocationResource = resource('StockLocation', { id: z.string() })
export interface SwapView extends z.output<typeof SwapResource> {}
export interface PaymentCollectionView extends z.output<typeof PaymentCollectionResource> {}
export interface StockLocationView extends z.output<typeof StockLocationResource> {}
