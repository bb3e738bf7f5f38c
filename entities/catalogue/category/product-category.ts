import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, metadata, timestamps, translated } from '#entities/base.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import { Product } from '../product/product.ts'

/** Siblings have the ranks 0, 1, 2 and so on, without gaps. */
const ProductCategorySchema = defineEntity({
  name: 'ProductCategory',
  tableName: 'product_category',
  properties: {
    id: id('pcat'),
    ...timestamps(),
    ...metadata(),
    name: translated(p.text()),
    description: translated(p.text().onCreate(() => '')),
    handle: p.text(),
    is_active: flag(false),
    /** Visible to administrators only. */
    is_internal: flag(false),
    rank: p.integer(),
    /** The ids from the root to this category, with a dot after each id. */
    mpath: p.text(),
    parent_category_id: p.text().nullable(),
    parent_category: () => p.manyToOne(ProductCategory).joinColumn('parent_category_id').persist(false).nullable(),
    category_children: () => p.oneToMany(ProductCategory).mappedBy('parent_category').orderBy({ rank: 'asc' }),
    products: () =>
      p
        .manyToMany(Product)
        .pivotTable('product_category_product')
        .joinColumn('product_category_id')
        .inverseJoinColumn('product_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class ProductCategory extends ProductCategorySchema.class {
  /** A new name does not change the handle. */
  update({ handle, ...changes }: Changes<ProductCategory>): void {
    applyChanges<ProductCategory>(this, changes)
    if (handle) this.handle = handleFor(this.name, handle)
  }

  isAt({ parent_category_id, rank }: { parent_category_id: string | null; rank: number | undefined }): boolean {
    const isUnderParent = parent_category_id === (this.parent_category_id ?? null)
    return isUnderParent && (rank === undefined || rank === this.rank)
  }
}
ProductCategorySchema.setClass(ProductCategory)

export const PUBLIC_CATEGORIES = { is_active: true, is_internal: false } as const
