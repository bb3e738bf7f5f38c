import { html, type Markup } from 'cartwright'

interface PictureContent {
  src: string | null | undefined
  /** Empty if the text next to the picture has the same meaning. */
  alt: string
  /** Whether a visitor sees it first, so that the browser loads it at once. */
  isFirst?: boolean
}

/** A picture of a product in the ratio of all pictures, or an empty field. */
export const picture = ({ src, alt, isFirst = false }: PictureContent): Markup =>
  src
    ? html`<img class="picture" src="${src}" alt="${alt}" width="800" height="800" ${isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`}>`
    : html`<span class="picture picture-empty"></span>`
