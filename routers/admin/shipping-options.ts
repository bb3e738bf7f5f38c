import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { readOptionTaxes } from '#entities/cart/shipping/option-tax.ts'
import { NotFound } from '#entities/errors.ts'
import { createShippingOption } from '#entities/market/shipping/create-shipping-option.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { updateShippingOption } from '#entities/market/shipping/update-shipping-option.ts'
import { now } from '#entities/values/clock.ts'
import { Price, TrimmedText } from '../inputs/common.ts'
import {
  booleanFilter,
  dateFilter,
  orderParams,
  pagingParams,
  queryOneOrList,
  selectionParams,
} from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { optionalInputs } from '../reading/columns.ts'
import { equalTo, inRange, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { PricedShippingOptionResource, ShippingOptionResource } from '../resources/shipping.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = {
  resource: ShippingOptionResource,
  defaults: { relations: ['profile', 'region', 'requirements'] },
}

const filters = {
  id: queryOneOrList.optional(),
  name: z.string().optional(),
  region_id: z.string().optional(),
  is_return: booleanFilter.optional(),
  admin_only: booleanFilter.optional(),
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

const shippingOptionResponse = responseSchema({ shipping_option: PricedShippingOptionResource })
const shippingOptionMutation = adminMutation({
  response: shippingOptionResponse,
  read: readShippingOption,
})

const PriceType = z.enum(['flat_rate', 'calculated'], {
  error: 'Invalid price type, must be one of "flat_rate" or "calculated"',
})

const requirement = {
  type: z.enum(['min_subtotal', 'max_subtotal'], {
    error: 'Invalid option type, must be one of "min_subtotal" or "max_subtotal"',
  }),
  amount: Price.min(0),
}

const { name, profile_id, admin_only, metadata, includes_tax } = optionalInputs(ShippingOption, [
  'name',
  'profile_id',
  'admin_only',
  'metadata',
  'includes_tax',
])

export const shippingOptions = router({
  list: adminProcedure
    .meta(rest('GET', '/shipping-options', 'List shipping options'))
    .input(z.strictObject({ ...pagingParams(50), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('shipping_options', PricedShippingOptionResource))
    .query(async ({ ctx, input }) => {
      const { id, name, region_id, is_return, admin_only, q, created_at, updated_at, deleted_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        withDeleted: deleted_at !== undefined,
        where: [
          equalTo({ id, name, region_id, is_return, admin_only }),
          searchText(q, ['name']),
          inRange({ created_at, updated_at, deleted_at }),
        ],
      })
      return { shipping_options: await addTaxes(ctx.em, rows), ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/shipping-options/{id}', 'Retrieve a shipping option'))
    .input(z.strictObject({ id: z.string() }))
    .output(shippingOptionResponse)
    .query(async ({ ctx, input }) => readShippingOption(ctx, input.id)),

  create: shippingOptionMutation(
    z.strictObject({
      name: TrimmedText,
      region_id: z.string(),
      provider_id: z.string(),
      profile_id,
      data: z.record(z.string(), z.unknown()),
      price_type: PriceType,
      amount: Price.nullish(),
      requirements: z.array(z.strictObject(requirement)).nullish(),
      admin_only: z.boolean().default(false),
      is_return: z.boolean().default(false),
      metadata,
      includes_tax: z.boolean().optional(),
    }),
  )
    .meta(rest('POST', '/shipping-options', 'Create a shipping option'))
    .mutation(({ ctx, input }) => createShippingOption(ctx.em, ctx.providers.fulfillment, input)),

  update: shippingOptionMutation(
    z.strictObject({
      id: z.string(),
      name,
      amount: Price.nullish(),
      price_type: PriceType.nullish(),
      requirements: z.array(z.strictObject({ id: z.string().nullish(), ...requirement })),
      admin_only,
      metadata,
      includes_tax,
    }),
  )
    .meta(rest('POST', '/shipping-options/{id}', 'Update a shipping option'))
    .mutation(({ ctx, input: { id, ...changes } }) =>
      updateShippingOption(ctx.em, ctx.providers.fulfillment, id, changes),
    ),

  delete: adminDeletion('shipping-option')
    .meta(rest('DELETE', '/shipping-options/{id}', 'Delete a shipping option'))
    .mutation(({ ctx, input: { id } }) => ctx.em.nativeUpdate(ShippingOption, { id }, { deleted_at: now() })),
})

async function readShippingOption(
  { em }: { em: EntityManager },
  id: string,
): Promise<z.output<typeof shippingOptionResponse>> {
  const row = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!row) throw new NotFound(`Shipping Option with ${id} was not found`)
  const [shipping_option] = await addTaxes(em, [row])
  return { shipping_option: shipping_option! }
}

async function addTaxes<Row extends { id: string }>(em: EntityManager, rows: Row[]) {
  const taxes = await readOptionTaxes(
    em,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => Object.assign(row, taxes.get(row.id)!))
}
