import { html, type Markup } from 'cartwright'
import type { Product } from '../api.ts'
import type { View } from '../site/view.ts'

/** The pictures of the first row load at once. */
const FIRST_ROW = 4

interface GridOptions {
  /** Whether the grid is on the first screen. */
  isFirst?: boolean
}

export const productGrid = (view: View, products: readonly Product[], { isFirst = false }: GridOptions = {}): Markup =>
  html`<ul class="grid">${products.map(
    (product, i) =>
      html`<li>${view.site.components.productCard(view, { product, isFirst: isFirst && i < FIRST_ROW })}</li>`,
  )}</ul>`
