import type { PageOfShop } from '../content/page-links.ts'
import type { PictureSizes } from '../pictures/picture-sizes.ts'
import type { Preview } from '../preview/preview.ts'
import type { Texts } from '../texts/en.ts'
import type { Language } from '../texts/languages.ts'
import type { Theme } from '../theme/theme.ts'
import type { Wishes } from '../wishlist/wishes.ts'
import type { Format } from './format.ts'
import type { Market } from './market.ts'
import type { Site } from './site.ts'

/** The values that every part of a page can use. */
export interface View {
  readonly site: Site
  /** The name in the pages: that of the theme, or of the shop. */
  readonly shopName: string
  readonly theme: Theme
  /** The published pages of the console, in the order of the footer. */
  readonly writtenPages: readonly PageOfShop[]
  /** The address of the stylesheet of the theme and of all pages. */
  readonly stylePath: string
  readonly language: Language
  readonly texts: Texts
  readonly market: Market
  readonly format: Format
  /** The address of the page. */
  readonly url: URL
  /** The path of the page, without the prefix of the language. */
  readonly pagePath: string
  /** The path to which a form of another page leads back, without the prefix of the language: an address that a GET opens. */
  readonly backPath: string
  /** The path with the prefix of the language: `/cart` is `/de/cart`. */
  path(path: string): string
  /** The units in the cart of the visitor. */
  readonly cartCount: number
  readonly isLoggedIn: boolean
  /** False for a page that search engines do not list. */
  readonly isListed?: boolean | undefined
  /** Set for an administrator who sees the page before visitors do. */
  readonly preview?: Preview
  /** The stored sizes of the pictures of the page. */
  readonly pictures: Pick<PictureSizes, 'get'>
  /** The wishlist of the visitor. */
  readonly wishes: Pick<Wishes, 'isOffered' | 'ofProduct'>
}
