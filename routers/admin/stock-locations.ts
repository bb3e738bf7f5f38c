import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { createStockLocation } from '#entities/inventory/stock-location/create-stock-location.ts'
import { deleteStockLocation } from '#entities/inventory/stock-location/delete-stock-location.ts'
import { StockLocation } from '#entities/inventory/stock-location/stock-location.ts'
import { StockLocationAddress } from '#entities/inventory/stock-location/stock-location-address.ts'
import { updateStockLocation } from '#entities/inventory/stock-location/update-stock-location.ts'
import { relatedTo } from '../filters/product-conditions.ts'
import { requiredText, SingleLine } from '../inputs/common.ts'
import { orderParams, pagingParams, queryOneOrList, selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { optionalInputs, optionalSingleLines } from '../reading/columns.ts'
import { equalTo, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import type { SelectionInput } from '../reading/selection.ts'
import { StockLocationResource } from '../resources/stock-location.ts'
import { router } from '../trpc.ts'
import { locationDeletion, locationMutation, locationProcedure } from './inventory-procedure.ts'

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

const locationResponse = responseSchema({ stock_location: StockLocationResource })
const stockLocationMutation = locationMutation({ response: locationResponse, read: readStockLocation })

export const stockLocations = router({
  list: locationProcedure
    .meta(rest('GET', '/stock-locations', 'List stock locations'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('stock_locations', StockLocationResource))
    .query(async ({ ctx, input }) => {
      const { q, id, name, address_id, sales_channel_id } = input
      const channels = sales_channel_id === undefined ? undefined : [sales_channel_id].flat()
      const { rows, ...page } = await listRows(ctx.em, input, {
        resource: StockLocationResource,
        where: [equalTo({ id, name, address_id }), searchText(q, ['name']), relatedTo('sales_channels', channels)],
      })
      return { stock_locations: rows, ...page }
    }),

  get: locationProcedure
    .meta(rest('GET', '/stock-locations/{id}', 'Retrieve a stock location'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(locationResponse)
    .query(({ ctx, input }) => readStockLocation(ctx, input.id, input)),

  create: stockLocationMutation(z.strictObject({ name: requiredText, ...optionalColumns, ...selectionParams }))
    .meta(rest('POST', '/stock-locations', 'Create a stock location'))
    .mutation(({ ctx, input: { expand, fields, ...location } }) => createStockLocation(ctx.em, location)),

  update: stockLocationMutation(
    z.strictObject({ id: z.string(), name: requiredText.optional(), ...optionalColumns, ...selectionParams }),
  )
    .meta(rest('POST', '/stock-locations/{id}', 'Update a stock location'))
    .mutation(({ ctx, input: { id, expand, fields, ...changes } }) => updateStockLocation(ctx.em, id, changes)),

  delete: locationDeletion('stock_location')
    .meta(rest('DELETE', '/stock-locations/{id}', 'Delete a stock location with its levels'))
    .mutation(({ ctx, input: { id } }) => deleteStockLocation(ctx.em, id)),
})

async function readStockLocation(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput,
): Promise<z.output<typeof locationResponse>> {
  const stock_location = await readRow(em, selection, { resource: StockLocationResource, where: [{ id }] })
  if (!stock_location) throw new NotFound(`StockLocation with id ${id} was not found`)
  return { stock_location }
}
