import { Country } from '#entities/market/region/country.ts'
import { Region } from '#entities/market/region/region.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { dateFilter, orderingBy, pagingParams, selectionParams } from '../inputs/query.ts'
import { catalogueGet } from '../procedures/row-get.ts'
import { catalogueList } from '../procedures/row-list.ts'
import { router } from '../procedures/trpc.ts'
import { inRange } from '../reading/conditions.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { CurrencyResource, FulfillmentProviderResource, PaymentProviderResource } from '../resources/region.ts'

/** The columns omit tax rates, which the shop keeps private. */
const StoreRegion = defineResource({
  name: 'StoreRegion',
  entity: Region,
  fields: 'region',
  columns: columnsOf(Region),
  relations: () => ({
    currency: toOne(CurrencyResource),
    countries: toMany(StoreCountry),
    payment_providers: toMany(PaymentProviderResource),
    fulfillment_providers: toMany(FulfillmentProviderResource),
  }),
})

const StoreCountry = defineResource({ name: 'StoreCountry', entity: Country, columns: columnsOf(Country) })

const SORTABLE = ['id', 'name', 'currency_code', 'tax_rate', 'created_at', 'updated_at']

const view = {
  resource: StoreRegion,
  defaults: { relations: ['countries', 'currency', 'fulfillment_providers', 'payment_providers'] },
  sortable: SORTABLE,
}

const filters = { created_at: dateFilter.optional(), updated_at: dateFilter.optional() }

export const regions = router({
  list: catalogueList('regions', view, filters, {
    page: { ...pagingParams(100), ...orderingBy(SORTABLE), ...selectionParams },
  })
    .meta(rest('GET', '/regions', 'List regions'))
    .query(({ input: { created_at, updated_at } }) => [inRange({ created_at, updated_at })]),

  get: catalogueGet(
    rowAnswer('region', view, (id) => `Region with ${id} was not found`),
    rest('GET', '/regions/{id}', 'Retrieve a region'),
  ),
})
