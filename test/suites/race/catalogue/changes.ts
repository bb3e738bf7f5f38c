import type { Administrator } from '../shop.ts'
import type { Catalogue } from './make-catalogue.ts'

export type Change = Parameters<Administrator>

const CHANGES: readonly ((catalogue: Catalogue) => Change | undefined)[] = [
  changePrice,
  changePrice,
  changeTaxRate,
  changeTaxRate,
  changeRegionTax,
  changeTaxInclusion,
  changeShippingPrice,
  changeShippingPrice,
  deleteShippingOption,
  changeDiscount,
  changeDiscount,
  raiseUsageLimit,
  raiseUsageLimit,
  disableDiscount,
  disableCard,
  changeStock,
  changeStock,
  addSalePrice,
  taxProducts,
  taxProductsNoMore,
  deleteVariant,
  deleteProduct,
  unpublish,
]

export function someChange(catalogue: Catalogue): Change {
  return any(CHANGES)(catalogue) ?? someChange(catalogue)
}

function changePrice({ products }: Catalogue): Change {
  const { id, variant } = any(products)
  return [
    'POST',
    `/admin/products/${id}/variants/${variant}`,
    { prices: [{ currency_code: 'eur', amount: upTo(2000) }] },
  ]
}

function changeStock({ products }: Catalogue): Change {
  const { id, variant } = any(products)
  return ['POST', `/admin/products/${id}/variants/${variant}`, { inventory_quantity: any([0, 1, 5, 1000]) }]
}

function unpublish({ products }: Catalogue): Change {
  return ['POST', `/admin/products/${any(products).id}`, { status: any(['draft', 'published']) }]
}

function changeTaxRate({ taxRate }: Catalogue): Change {
  return ['POST', `/admin/tax-rates/${taxRate}`, { rate: upTo(30) }]
}

function taxProducts({ taxRate, products }: Catalogue): Change {
  return ['POST', `/admin/tax-rates/${taxRate}/products/batch`, { products: [any(products).id] }]
}

function taxProductsNoMore({ taxRate, products }: Catalogue): Change {
  return ['DELETE', `/admin/tax-rates/${taxRate}/products/batch`, { products: [any(products).id] }]
}

function changeRegionTax({ region }: Catalogue): Change {
  return ['POST', `/admin/regions/${region}`, { tax_rate: upTo(30) }]
}

function changeTaxInclusion({ region }: Catalogue): Change {
  const yes = () => any([true, false])
  return [
    'POST',
    `/admin/regions/${region}`,
    { includes_tax: yes(), gift_cards_taxable: yes(), automatic_taxes: yes() },
  ]
}

function changeShippingPrice({ options }: Catalogue): Change {
  return ['POST', `/admin/shipping-options/${any(options)}`, { amount: upTo(900), requirements: [] }]
}

function changeDiscount({ discount }: Catalogue): Change {
  return ['POST', `/admin/discounts/${discount.id}`, { rule: { id: discount.rule_id, value: any([5, 10, 50, 100]) } }]
}

/** Prevents a limit below the current usage, which the shop would rightly reject. */
function raiseUsageLimit({ discount }: Catalogue): Change {
  discount.usage_limit += 1
  return ['POST', `/admin/discounts/${discount.id}`, { usage_limit: discount.usage_limit }]
}

function disableDiscount({ discount }: Catalogue): Change {
  return ['POST', `/admin/discounts/${discount.id}`, { is_disabled: any([true, false, false]) }]
}

function disableCard({ cardId }: Catalogue): Change {
  return ['POST', `/admin/gift-cards/${cardId}`, { is_disabled: any([true, false, false]) }]
}

function addSalePrice({ priceList, products }: Catalogue): Change {
  const prices = [{ variant_id: any(products).variant, currency_code: 'eur', amount: upTo(1000) }]
  return ['POST', `/admin/price-lists/${priceList}/prices/batch`, { prices, override: true }]
}

function deleteVariant(catalogue: Catalogue): Change | undefined {
  const { id, variant } = any(catalogue.products)
  return mayDelete(catalogue) ? ['DELETE', `/admin/products/${id}/variants/${variant}`] : undefined
}

function deleteProduct(catalogue: Catalogue): Change | undefined {
  return mayDelete(catalogue) ? ['DELETE', `/admin/products/${any(catalogue.products).id}`] : undefined
}

function deleteShippingOption(catalogue: Catalogue): Change | undefined {
  return mayDelete(catalogue) ? ['DELETE', `/admin/shipping-options/${any(catalogue.options)}`] : undefined
}

/** Rarely, because a deleted product cannot be bought. */
function mayDelete(catalogue: Catalogue): boolean {
  if (catalogue.deletions === 0 || Math.random() > 0.3) return false
  catalogue.deletions -= 1
  return true
}

const upTo = (most: number): number => 1 + Math.floor(Math.random() * most)
const any = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(Math.random() * things.length)] as Thing
