import type { Story } from '../visit.ts'

const shirt = (title: string) => ({
  title,
  status: 'published',
  is_giftcard: false,
  discountable: true,
  options: [{ title: 'Size' }],
  tags: [{ value: 'cotton' }],
  type: { value: 'Shirt' },
  variants: [
    {
      title: 'Small',
      inventory_quantity: 100,
      prices: [{ currency_code: 'eur', amount: 2000 }],
      options: [{ value: 'S' }],
    },
  ],
})

export const manageProducts: Story = async ({ client: { admin } }) => {
  const { product } = await admin.products.create(shirt('Oxford'))
  const { id } = product
  await admin.products.update(id, { subtitle: 'A shirt with buttons' })
  await admin.products.setMetadata(id, { key: 'season', value: 'summer' })
  const color = await admin.products.addOption(id, { title: 'Color' })
  const option = color.product.options.find((one: { title: string }) => one.title === 'Color')
  await admin.products.updateOption(id, option.id, { title: 'Colour' })
  await admin.products.deleteOption(id, option.id)
  const [size] = product.options
  const large = await admin.products.createVariant(id, {
    title: 'Large',
    inventory_quantity: 10,
    prices: [{ currency_code: 'eur', amount: 2200 }],
    options: [{ option_id: size.id, value: 'L' }],
  })
  const variant = large.product.variants.find((one: { title: string }) => one.title === 'Large')
  await admin.products.updateVariant(id, variant.id, { title: 'Very large' })
  await admin.products.listVariants(id)
  await admin.products.deleteVariant(id, variant.id)
  await admin.products.retrieve(id)
  await admin.products.list({ limit: 5 })
  await admin.products.listTypes()
  await admin.products.listTags()
  await admin.productTags.list()
  await admin.productTypes.list()
  const { variants } = await admin.variants.list({ limit: 5 })
  await admin.variants.retrieve(variants[0].id)
  await admin.products.delete((await admin.products.create(shirt('Flannel'))).product.id)
}

export const arrangeProducts: Story = async ({ client: { admin } }) => {
  const { products } = await admin.products.list({ limit: 2 })
  const product_ids = products.map(({ id }: { id: string }) => id)
  const rows = product_ids.map((id: string) => ({ id }))

  const { collection } = await admin.collections.create({ title: 'Summer' })
  await admin.collections.update(collection.id, { metadata: { year: '2026' } })
  await admin.collections.addProducts(collection.id, { product_ids })
  await admin.collections.retrieve(collection.id)
  await admin.collections.list()
  await admin.collections.removeProducts(collection.id, { product_ids: product_ids.slice(1) })
  await admin.collections.delete((await admin.collections.create({ title: 'Winter' })).collection.id)

  const { product_category } = await admin.productCategories.create({ name: 'Shirts', is_active: true })
  await admin.productCategories.update(product_category.id, { is_internal: false })
  await admin.productCategories.addProducts(product_category.id, { product_ids: rows })
  await admin.productCategories.retrieve(product_category.id)
  await admin.productCategories.list()
  await admin.productCategories.removeProducts(product_category.id, { product_ids: rows.slice(1) })
  const { product_category: empty } = await admin.productCategories.create({ name: 'Hats' })
  await admin.productCategories.delete(empty.id)
}

export const manageSalesChannels: Story = async ({ client: { admin } }) => {
  const { products } = await admin.products.list({ limit: 1 })
  const product_ids = [{ id: products[0].id }]
  const { sales_channel } = await admin.salesChannels.create({ name: 'Pop-up store' })
  const { id } = sales_channel
  await admin.salesChannels.update(id, { description: 'Open in summer' })
  await admin.salesChannels.addProducts(id, { product_ids })
  await admin.salesChannels.removeProducts(id, { product_ids })
  await admin.salesChannels.retrieve(id)
  await admin.salesChannels.list()

  const { publishable_api_key: key } = await admin.publishableApiKeys.create({ title: 'Web' })
  await admin.publishableApiKeys.update(key.id, { title: 'Web and apps' })
  await admin.publishableApiKeys.addSalesChannelsBatch(key.id, { sales_channel_ids: [{ id }] })
  await admin.publishableApiKeys.listSalesChannels(key.id)
  await admin.publishableApiKeys.deleteSalesChannelsBatch(key.id, { sales_channel_ids: [{ id }] })
  await admin.publishableApiKeys.retrieve(key.id)
  await admin.publishableApiKeys.list()
  await admin.publishableApiKeys.revoke(key.id)
  await admin.publishableApiKeys.delete(key.id)
  await admin.salesChannels.delete(id)
}

export const uploadFiles: Story = async ({ browser }) => {
  const { uploads } = browser.admin
  const file = new File(['GIF89a'], 'tea.gif', { type: 'image/gif' })
  const uploaded = await uploads.create(file as Parameters<typeof uploads.create>[0])
  const stored = await uploads.createProtected(file as Parameters<typeof uploads.createProtected>[0])
  await uploads.getPresignedDownloadUrl({ file_key: stored.uploads[0].key })
  await uploads.delete({ file_key: uploaded.uploads[0].key })
}

export const runBatchJobs: Story = async ({ client: { admin }, waitFor }) => {
  const create = async () =>
    (await admin.batchJobs.create({ type: 'product-export', context: {}, dry_run: true })).batch_job
  const { id } = await create()
  const hasStatus = (status: string) => async () => (await admin.batchJobs.retrieve(id)).batch_job.status === status
  await waitFor(hasStatus('pre_processed'))
  await admin.batchJobs.confirm(id)
  await waitFor(hasStatus('completed'))
  await admin.batchJobs.cancel((await create()).id)
  await admin.batchJobs.list()
}
