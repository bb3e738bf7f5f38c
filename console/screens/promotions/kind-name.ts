import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/promotions.ts'
import type { ConditionKind } from './use-resources.ts'

export function kindName(kind: ConditionKind, words: Translation<typeof en>): string {
  const names: Record<ConditionKind, string> = {
    products: words.products,
    product_types: words.productTypes,
    product_collections: words.productCollections,
    product_tags: words.productTags,
    customer_groups: words.customerGroups,
  }
  return names[kind]
}
