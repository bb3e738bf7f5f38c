import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { readOptionTaxes } from '#entities/cart/shipping/option-tax.ts'
import { createShippingOption } from '#entities/market/shipping/create-shipping-option.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { updateShippingOption } from '#entities/market/shipping/update-shipping-option.ts'
import { now } from '#entities/values/clock.ts'
import { rest } from '../context/meta.ts'
import { withChanges, withFields } from '../filters/field-inputs.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { Price, TrimmedText } from '../inputs/common.ts'
import { booleanFilter, dateFilter, queryOneOrList } from '../inputs/query.ts'
import { translations } from '../inputs/translations.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../reading/conditions.ts'
import { type AnswerView, rowAnswer } from '../reading/row-answer.ts'
import { PricedShippingOptionResource } from '../resources/shipping.ts'

const view: AnswerView<z.output<typeof PricedShippingOptionResource>> = {
  resource: PricedShippingOptionResource,
  defaults: { relations: ['profile', 'region', 'requirements'] },
  fill: addTaxes,
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

const shippingOptionAnswer = rowAnswer('shipping_option', view, (id) => `Shipping Option with ${id} was not found`)
const shippingOptionMutation = adminMutation(shippingOptionAnswer)

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
  list: adminList('shipping_options', view, filters, { pageSize: 50, fields: 'shipping_option' })
    .meta(rest('GET', '/shipping-options', 'List shipping options'))
    .query(({ input: { id, name, region_id, is_return, admin_only, q, created_at, updated_at, deleted_at } }) => [
      equalTo({ id, name, region_id, is_return, admin_only }),
      searchText(q, ['name']),
      inRange({ created_at, updated_at, deleted_at }),
    ]),

  get: adminGet(shippingOptionAnswer, rest('GET', '/shipping-options/{id}', 'Retrieve a shipping option'), {}),

  create: shippingOptionMutation(
    withFields(['shipping_option', 'admin'], {
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
      ...translations,
    }),
  )
    .meta(rest('POST', '/shipping-options', 'Create a shipping option'))
    .mutation(({ ctx, input }) => createShippingOption(ctx.em, ctx.providers.fulfillment, input)),

  update: shippingOptionMutation(
    withChanges(['shipping_option', 'admin'], {
      id: z.string(),
      name,
      amount: Price.nullish(),
      price_type: PriceType.nullish(),
      requirements: z.array(z.strictObject({ id: z.string().nullish(), ...requirement })),
      admin_only,
      metadata,
      includes_tax,
      ...translations,
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

async function addTaxes<Row extends { id: string }>({ em }: { em: EntityManager }, rows: Row[]): Promise<Row[]> {
  const taxes = await readOptionTaxes(
    em,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => Object.assign(row, taxes.get(row.id)!))
}
