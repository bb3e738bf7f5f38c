import { z } from 'zod'
import { createStockLocation } from '#entities/inventory/stock-location/create-stock-location.ts'
import { deleteStockLocation } from '#entities/inventory/stock-location/delete-stock-location.ts'
import { StockLocation } from '#entities/inventory/stock-location/stock-location.ts'
import { StockLocationAddress } from '#entities/inventory/stock-location/stock-location-address.ts'
import { updateStockLocation } from '#entities/inventory/stock-location/update-stock-location.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs, optionalSingleLines } from '../inputs/columns.ts'
import { requiredText, SingleLine } from '../inputs/common.ts'
import { queryOneOrList, selectionParams } from '../inputs/query.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, relatedTo, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { StockLocationResource } from '../resources/stock-location.ts'
import { locationDeletion, locationGet, locationList, locationMutation } from './inventory-procedure.ts'

const Address = z.strictObject({
  address_1: SingleLine,
  country_code: SingleLine,
  ...optionalSingleLines(StockLocationAddress, ['address_2', 'company', 'city', 'phone', 'postal_code', 'province']),
})

const optionalColumns = { address: Address.nullish(), ...optionalInputs(StockLocation, ['address_id', 'metadata']) }

const filters = {
  q: z.string().optional(),
  id: queryOneOrList.optional(),
  name: queryOneOrList.optional(),
  address_id: queryOneOrList.optional(),
  sales_channel_id: queryOneOrList.optional(),
}

const stockLocationAnswer = rowAnswer(
  'stock_location',
  StockLocationResource,
  (id) => `StockLocation with id ${id} was not found`,
)
const stockLocationMutation = locationMutation(stockLocationAnswer)

export const stockLocations = router({
  list: locationList('stock_locations', StockLocationResource, filters)
    .meta(rest('GET', '/stock-locations', 'List stock locations'))
    .query(({ input: { q, id, name, address_id, sales_channel_id } }) => {
      const channels = sales_channel_id === undefined ? undefined : [sales_channel_id].flat()
      return [equalTo({ id, name, address_id }), searchText(q, ['name']), relatedTo('sales_channels', channels)]
    }),

  get: locationGet(stockLocationAnswer, rest('GET', '/stock-locations/{id}', 'Retrieve a stock location')),

  create: stockLocationMutation(z.strictObject({ name: requiredText, ...optionalColumns, ...selectionParams }))
    .meta(rest('POST', '/stock-locations', 'Create a stock location'))
    .mutation(({ ctx, input }) => createStockLocation(ctx.em, input)),

  update: stockLocationMutation(
    z.strictObject({ id: z.string(), name: requiredText.optional(), ...optionalColumns, ...selectionParams }),
  )
    .meta(rest('POST', '/stock-locations/{id}', 'Update a stock location'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateStockLocation(ctx.em, id, changes)),

  delete: locationDeletion('stock_location')
    .meta(rest('DELETE', '/stock-locations/{id}', 'Delete a stock location with its levels'))
    .mutation(({ ctx, input: { id } }) => deleteStockLocation(ctx.em, id)),
})
