import type { Story } from '../visit.ts'

export const manageDiscounts: Story = async ({ client: { admin } }) => {
  const { regions } = await admin.regions.list()
  const [region, otherRegion] = regions
  const { products } = await admin.products.list({ limit: 2 })
  const [product, otherProduct] = products
  const { discount } = await admin.discounts.create({
    code: 'SUMMER',
    is_dynamic: true,
    is_disabled: false,
    rule: { type: 'percentage', value: 10, allocation: 'total' },
    regions: [region.id],
  })
  const { id } = discount
  await admin.discounts.update(id, { usage_limit: 100 })
  await admin.discounts.addRegion(id, otherRegion.id)
  await admin.discounts.removeRegion(id, otherRegion.id)
  await admin.discounts.createDynamicCode(id, { code: 'SUMMER-1', usage_limit: 1, metadata: {} })
  await admin.discounts.deleteDynamicCode(id, 'SUMMER-1')
  await admin.discounts.createCondition(id, { operator: 'in', products: [product.id] })
  const { discount: limited } = await admin.discounts.retrieve(id, { expand: 'rule,rule.conditions' })
  const [condition] = limited.rule.conditions
  const resources = { resources: [{ id: otherProduct.id }] }
  await admin.discounts.addConditionResourceBatch(id, condition.id, resources)
  await admin.discounts.deleteConditionResourceBatch(id, condition.id, resources)
  await admin.discounts.updateCondition(id, condition.id, { products: [otherProduct.id] })
  await admin.discounts.getCondition(id, condition.id)
  await admin.discounts.deleteCondition(id, condition.id)
  await admin.discounts.retrieveByCode('SUMMER')
  await admin.discounts.list()
  await admin.discounts.delete(id)
}

export const manageGiftCards: Story = async ({ client: { admin } }) => {
  const { regions } = await admin.regions.list()
  const { gift_card } = await admin.giftCards.create({ region_id: regions[0].id, value: 1000 })
  await admin.giftCards.update(gift_card.id, { balance: 900 })
  await admin.giftCards.retrieve(gift_card.id)
  await admin.giftCards.list()
  await admin.giftCards.delete(gift_card.id)
}

export const managePriceLists: Story = async ({ client: { admin } }) => {
  const { products } = await admin.products.list({ limit: 3 })
  const variants: { id: string; product_id: string }[] = products.map((one: { variants: object[] }) => one.variants[0])
  const pricesOf = (amount: number) => variants.map(({ id }) => ({ variant_id: id, currency_code: 'eur', amount }))
  const { price_list } = await admin.priceLists.create({
    name: 'Sale',
    description: 'Everything reduced',
    type: 'sale',
    status: 'active',
    prices: pricesOf(900),
  })
  const { id } = price_list
  await admin.priceLists.update(id, { name: 'Summer sale' })
  const added = await admin.priceLists.addPrices(id, { prices: pricesOf(800), override: true })
  await admin.priceLists.listProducts(id)
  const [first] = added.price_list.prices ?? (await admin.priceLists.retrieve(id)).price_list.prices
  await admin.priceLists.deletePrices(id, { price_ids: [first.id] })
  await admin.priceLists.deleteVariantPrices(id, variants[0]!.id)
  await admin.priceLists.deleteProductPrices(id, variants[1]!.product_id)
  await admin.priceLists.deleteProductsPrices(id, { product_ids: [variants[2]!.product_id] })
  await admin.priceLists.retrieve(id)
  await admin.priceLists.list()
  await admin.priceLists.delete(id)
}
