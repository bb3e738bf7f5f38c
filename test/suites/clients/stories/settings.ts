import type { Story } from '../visit.ts'

export const manageStore: Story = async ({ client: { admin } }) => {
  await admin.store.retrieve()
  await admin.store.update({ name: 'The shop of Grace' })
  await admin.store.addCurrency('dkk')
  await admin.currencies.list()
  await admin.currencies.update('dkk', { includes_tax: false })
  await admin.store.deleteCurrency('dkk')
  await admin.store.listPaymentProviders()
  await admin.store.listTaxProviders()
  const { return_reason } = await admin.returnReasons.create({ value: 'too_small', label: 'Too small' })
  await admin.returnReasons.update(return_reason.id, { description: 'The item is too small' })
  await admin.returnReasons.retrieve(return_reason.id)
  await admin.returnReasons.list()
  const wrong = await admin.returnReasons.create({ value: 'wrong', label: 'Wrong' })
  await admin.returnReasons.delete(wrong.return_reason.id)
}

export const manageRegions: Story = async ({ client: { admin } }) => {
  const { region } = await admin.regions.create({
    name: 'Great Britain',
    currency_code: 'eur',
    tax_rate: 20,
    payment_providers: ['manual'],
    fulfillment_providers: ['manual'],
    countries: ['gb'],
  })
  const { id } = region
  await admin.regions.update(id, { name: 'Great Britain and Switzerland' })
  await admin.regions.addCountry(id, { country_code: 'ch' })
  await admin.regions.deleteCountry(id, 'ch')
  await admin.regions.deletePaymentProvider(id, 'manual')
  await admin.regions.addPaymentProvider(id, { provider_id: 'manual' })
  await admin.regions.deleteFulfillmentProvider(id, 'manual')
  await admin.regions.addFulfillmentProvider(id, { provider_id: 'manual' })
  await admin.regions.retrieveFulfillmentOptions(id)
  await admin.regions.retrieve(id)
  await admin.regions.list()
  await admin.regions.delete(id)
}

export const manageShipping: Story = async ({ client: { admin } }) => {
  const { regions } = await admin.regions.list()
  const { shipping_profile } = await admin.shippingProfiles.create({ name: 'Heavy goods', type: 'custom' })
  await admin.shippingProfiles.update(shipping_profile.id, { name: 'Very heavy goods' })
  await admin.shippingProfiles.retrieve(shipping_profile.id)
  await admin.shippingProfiles.list()
  const { shipping_option } = await admin.shippingOptions.create({
    name: 'By truck',
    region_id: regions[0].id,
    profile_id: shipping_profile.id,
    provider_id: 'manual',
    price_type: 'flat_rate',
    amount: 5000,
    data: { id: 'manual-fulfillment' },
  })
  await admin.shippingOptions.update(shipping_option.id, { amount: 4500, requirements: [] })
  await admin.shippingOptions.retrieve(shipping_option.id)
  await admin.shippingOptions.list({ region_id: regions[0].id })
  await admin.shippingOptions.delete(shipping_option.id)
  await admin.shippingProfiles.delete(shipping_profile.id)
}

export const manageTaxRates: Story = async ({ client: { admin } }) => {
  const { regions } = await admin.regions.list()
  const { products } = await admin.products.list({ limit: 1 })
  const { product_types } = await admin.productTypes.list()
  const { shipping_options } = await admin.shippingOptions.list({ region_id: regions[0].id })
  const { tax_rate } = await admin.taxRates.create({
    region_id: regions[0].id,
    name: 'Reduced',
    code: 'reduced',
    rate: 7,
  })
  const { id } = tax_rate
  await admin.taxRates.update(id, { rate: 6 })
  const goods = { products: [products[0].id] }
  const types = { product_types: [product_types[0].id] }
  const options = { shipping_options: [shipping_options[0].id] }
  await admin.taxRates.addProducts(id, goods)
  await admin.taxRates.addProductTypes(id, types)
  await admin.taxRates.addShippingOptions(id, options)
  await admin.taxRates.retrieve(id)
  await admin.taxRates.list()
  await admin.taxRates.removeProducts(id, goods)
  await admin.taxRates.removeProductTypes(id, types)
  await admin.taxRates.removeShippingOptions(id, options)
  await admin.taxRates.delete(id)
}
