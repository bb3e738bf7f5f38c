import { html, type Markup } from 'cartwright'
import { shownAddress } from '../pictures/shown-address.ts'
import type { View } from '../site/view.ts'

interface PictureContent {
  src: string | null | undefined
  /** Empty if the text next to the picture has the same meaning. */
  alt: string
  /** The width in the page, as in the attribute `sizes` of HTML. */
  sizes: string
  /** Whether a visitor sees it first, so that the browser loads it at once. */
  isFirst?: boolean
}

/** The width of a picture in a grid of products. */
export const CARD_SIZES = '(min-width: 48rem) 18rem, calc(50vw - 1.5rem)'

/** A picture of a product in the ratio of all pictures, or an empty field. The browser chooses one of its stored sizes. */
export function picture(
  view: Pick<View, 'pictures' | 'url'>,
  { src, alt, sizes, isFirst = false }: PictureContent,
): Markup {
  if (!src) return html`<span class="picture picture-empty"></span>`
  const sized = view.pictures.get(src)
  const loading = isFirst ? html`fetchpriority="high"` : html`loading="lazy"`
  if (!sized)
    return html`<img class="picture" src="${shownAddress(view.url, src)}" alt="${alt}" width="800" height="800" ${loading}>`
  const { width, height } = sized
  return html`<picture class="picture"><source type="image/avif" srcset="${sized.srcset}" sizes="${sizes}"><img src="${sized.src}" alt="${alt}" width="${width}" height="${height}" ${loading}></picture>`
}
