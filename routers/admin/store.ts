import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Forbidden } from '#entities/errors.ts'
import { lockStore } from '#entities/market/store/find-store.ts'
import { LINK_TEMPLATES, Store } from '#entities/market/store/store.ts'
import {
  addStoreCurrency,
  removeStoreCurrency,
  type StoreChanges,
  updateStore,
} from '#entities/market/store/update-store.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { emptyInput } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { FulfillmentProviderResource, PaymentProviderResource, TaxProviderResource } from '../resources/region.ts'
import { ExtendedStoreResource, StoreResource } from '../resources/store.ts'

const view = {
  resource: StoreResource,
  defaults: { relations: ['currencies', 'default_currency', 'default_sales_channel'] },
}
const paymentProviderOptions = { resource: PaymentProviderResource, defaultOrder: 'id' }
const fulfillmentProviderOptions = {
  resource: FulfillmentProviderResource,
  defaultOrder: 'id',
}
const taxProviderOptions = { resource: TaxProviderResource, defaultOrder: 'id' }

/** Medusa v1 clients hide a feature that is not in this list. */
const feature_flags = [
  'order_editing',
  'product_categories',
  'publishable_api_keys',
  'sales_channels',
  'tax_inclusive_pricing',
].map((key) => ({ key, value: true }))

const storeResponse = responseSchema({ store: StoreResource })
const Code = z.strictObject({ code: z.string() })

export const store = router({
  get: adminProcedure
    .meta(rest('GET', '/store', 'Retrieve the store'))
    .input(emptyInput)
    .output(responseSchema({ store: ExtendedStoreResource }))
    .query(async ({ ctx: { em } }) => {
      const payment_providers = await readAllRows(em, paymentProviderOptions)
      const fulfillment_providers = await readAllRows(em, fulfillmentProviderOptions)
      const offers = { feature_flags, payment_providers, fulfillment_providers }
      const store = await readRow(em, {}, { ...view, resource: ExtendedStoreResource, where: [] })
      return { store: Object.assign(store!, offers) }
    }),

  update: adminProcedure
    .meta(rest('POST', '/store', 'Update the store'))
    .input(
      z.strictObject({
        ...optionalInputs(Store, ['name', ...LINK_TEMPLATES, 'default_currency_code']),
        currencies: z.array(z.string()).nullish(),
        ...optionalInputs(Store, ['metadata']),
      }),
    )
    .output(storeResponse)
    .mutation(async ({ ctx, input }) => {
      await assertMayChangeLinks(ctx, input)
      await updateStore(ctx.em, input)
      await ctx.em.flush()
      return { store: await readStore(ctx.em) }
    }),

  addCurrency: adminProcedure
    .meta(rest('POST', '/store/currencies/{code}', 'Add a currency to the store'))
    .input(Code)
    .output(storeResponse)
    .mutation(async ({ ctx, input }) => {
      await addStoreCurrency(ctx.em, input.code)
      await ctx.em.flush()
      return { store: await readStore(ctx.em) }
    }),

  removeCurrency: adminProcedure
    .meta(rest('DELETE', '/store/currencies/{code}', 'Remove a currency from the store'))
    .input(Code)
    .output(storeResponse)
    .mutation(async ({ ctx, input }) => {
      await removeStoreCurrency(ctx.em, input.code)
      await ctx.em.flush()
      return { store: await readStore(ctx.em) }
    }),

  listPaymentProviders: adminProcedure
    .meta(rest('GET', '/store/payment-providers', 'List payment providers'))
    .input(emptyInput)
    .output(responseSchema({ payment_providers: z.array(PaymentProviderResource) }))
    .query(async ({ ctx }) => ({ payment_providers: await readAllRows(ctx.em, paymentProviderOptions) })),

  listTaxProviders: adminProcedure
    .meta(rest('GET', '/store/tax-providers', 'List tax providers'))
    .input(emptyInput)
    .output(responseSchema({ tax_providers: z.array(TaxProviderResource) }))
    .query(async ({ ctx }) => ({ tax_providers: await readAllRows(ctx.em, taxProviderOptions) })),
})

/** @throws Forbidden if the input changes a template of links, and the caller is an API key or no administrator. */
async function assertMayChangeLinks({ em, user, api_key }: ProcedureContext, input: StoreChanges): Promise<void> {
  if (user?.managesUsers() && !api_key) return
  const template = (await lockStore(em)).changedLinkTemplate(input)
  if (template)
    throw new Forbidden(`Only users with the role admin can change ${template}. API keys cannot.`)
      .about(template)
      .because({ name: 'administrators_only' })
}

async function readStore(em: EntityManager): Promise<z.output<typeof StoreResource>> {
  const row = await readRow(em, {}, { ...view, where: [] })
  return row!
}
