import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { Forbidden, InvalidData } from '#entities/errors.ts'
import { MAX_LANGUAGES } from '#entities/market/language/change-languages.ts'
import { lockStore } from '#entities/market/store/find-store.ts'
import { changeLogo } from '#entities/market/store/logo/change-logo.ts'
import { createLogoFolder } from '#entities/market/store/logo/logo-folder.ts'
import { LINK_TEMPLATES, SELLER, Store } from '#entities/market/store/store.ts'
import {
  addStoreCurrency,
  removeStoreCurrency,
  type StoreChanges,
  updateStore,
} from '#entities/market/store/update-store.ts'
import { recordUploads } from '#entities/platform/file/uploads.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { Email, emptyInput } from '../inputs/common.ts'
import { FilesForm } from '../inputs/files-form.ts'
import { adminAll } from '../procedures/all-rows.ts'
import { adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
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

/** Medusa v1 clients hide a feature that is not in this list. */
const feature_flags = [
  'order_editing',
  'product_categories',
  'publishable_api_keys',
  'sales_channels',
  'tax_inclusive_pricing',
].map((key) => ({ key, value: true }))

const storeAnswer = rowAnswer('store', view)
const storeMutation = adminMutation(storeAnswer)
const Code = z.strictObject({ code: z.string() })
const ListedProvider = z.object({ id: z.string(), is_installed: z.boolean(), is_paid_outside: z.boolean() })

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

  update: storeMutation(
    z.strictObject({
      ...optionalInputs(Store, ['name', ...SELLER, ...LINK_TEMPLATES, 'default_currency_code']),
      ...optionalInputs(Store, ['requires_second_factor', 'time_zone']),
      fiscal_year_start_month: z.int().min(1).max(12).optional(),
      email: Email.nullish(),
      currencies: z.array(z.string()).nullish(),
      languages: z.array(z.string()).max(MAX_LANGUAGES).nullish(),
      language_fallbacks: z.record(z.string(), z.string()).nullish(),
      ...optionalInputs(Store, ['metadata']),
    }),
  )
    .meta(rest('POST', '/store', 'Update the store'))
    .mutation(async ({ ctx, input }) => {
      await assertMayChangeProtected(ctx, input)
      return updateStore(ctx.em, input)
    }),

  changeLogo: adminProcedure
    .meta(
      rest('POST', '/store/logo', 'Upload the logo of the seller', {
        // A file transfer must not hold a database connection.
        manualTransactions: true,
        noDryRun: 'A dry run cannot undo changes of files.',
        accepts: 'files',
      }),
    )
    .input(FilesForm)
    .output(storeAnswer.response)
    .mutation(async ({ ctx, input }) => {
      const { em, services } = ctx
      const folder = createLogoFolder(services.files)
      const [logo, ...others] = await input.receive('files', folder)
      try {
        if (!logo || others.length > 0) throw new InvalidData('Send one file').about('files')
        return await inTransaction(em, async (tx) => {
          await recordUploads(tx, [logo])
          const { id } = await changeLogo(tx, logo)
          await tx.flush()
          return storeAnswer.read({ ...ctx, em: tx }, id, {})
        })
      } catch (error) {
        await Promise.all([logo, ...others].map((file) => file && folder.remove(file)))
        throw error
      }
    }),

  removeLogo: adminProcedure
    .meta(rest('DELETE', '/store/logo', 'Remove the logo of the seller'))
    .input(emptyInput)
    .output(storeAnswer.response)
    .mutation(async ({ ctx }) => {
      const { id } = await changeLogo(ctx.em, null)
      await ctx.em.flush()
      return storeAnswer.read(ctx, id, {})
    }),

  addCurrency: storeMutation(Code)
    .meta(rest('POST', '/store/currencies/{code}', 'Add a currency to the store'))
    .mutation(({ ctx, input }) => addStoreCurrency(ctx.em, input.code)),

  removeCurrency: storeMutation(Code)
    .meta(rest('DELETE', '/store/currencies/{code}', 'Remove a currency from the store'))
    .mutation(({ ctx, input }) => removeStoreCurrency(ctx.em, input.code)),

  listPaymentProviders: adminProcedure
    .meta(rest('GET', '/store/payment-providers', 'List payment providers'))
    .input(emptyInput)
    .output(z.object({ payment_providers: z.array(ListedProvider) }))
    .query(async ({ ctx: { em, providers } }) => {
      const rows = await readAllRows(em, paymentProviderOptions)
      const isPaidOutside = (id: string) => providers.payment.get(id)?.isPaidOutside === true
      return { payment_providers: rows.map((row) => ({ ...row, is_paid_outside: isPaidOutside(row.id) })) }
    }),

  listTaxProviders: adminAll(
    'tax_providers',
    { resource: TaxProviderResource, defaultOrder: 'id' },
    rest('GET', '/store/tax-providers', 'List tax providers'),
  ),
})

/** @throws Forbidden if the input changes a template of links or the second factor, and the caller is an API key or no administrator. */
async function assertMayChangeProtected({ em, user, api_key }: ProcedureContext, input: StoreChanges): Promise<void> {
  if (user?.isAdministrator() && !api_key) return
  const field = (await lockStore(em)).changedProtectedField(input)
  if (field)
    throw new Forbidden(`Only users with the role admin can change ${field}. API keys cannot.`)
      .about(field)
      .because({ name: 'administrators_only' })
}
