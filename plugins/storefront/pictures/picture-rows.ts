import { statement } from 'cartwright'

/** The smaller forms of a picture. */
export interface SizedPicture {
  /** Pixels of the original. */
  width: number
  height: number
  /** The address of a JPEG, for browsers without AVIF and for previews of links. */
  src: string
  /** The addresses of the AVIF files with their widths. */
  srcset: string
}

export const selectSizes = statement<SizedPicture & { url: string }>(`
  select url, width, height, src, srcset from storefront_picture where url = any($1) and srcset is not null`)

/** Drawings (SVG) have every size already, and GIFs may move. */
const RESIZABLE = String.raw`\.(png|jpe?g|webp|avif)$`
const resizable = new RegExp(RESIZABLE, 'i')

export const isResizable = (url: string | null | undefined): url is string => url != null && resizable.test(url)

const NEW_PICTURES = `
  select url from (
    select id as product_id, thumbnail as url from product where deleted_at is null
    union all
    select product_id, thumbnail from product_variant where thumbnail is not null and deleted_at is null
    union all
    select pi.product_id, i.url from product_images pi join image i on i.id = pi.image_id
  ) picture
  where url ~* '${RESIZABLE}' and not exists (select from storefront_picture s where s.url = picture.url)`

/** Pictures of a product without a row. */
export const selectNewOfProduct = statement<{ url: string }>(
  `${NEW_PICTURES} and product_id = $1 group by url limit 50`,
)

export const selectNew = statement<{ url: string }>(`${NEW_PICTURES} group by url limit 50`)

export const insertPicture = statement(`
  insert into storefront_picture (url, created_at, width, height, src, srcset) values ($1, now(), $2, $3, $4, $5)
  on conflict do nothing`)

/** Pictures that no product has shown for a day. */
export const selectUnused = statement<{ url: string; src: string | null; srcset: string | null }>(`
  select url, src, srcset from storefront_picture s where created_at < now() - interval '1 day'
    and not exists (select from product p where p.thumbnail = s.url)
    and not exists (select from product_variant v where v.thumbnail = s.url)
    and not exists (select from image i join product_images pi on pi.image_id = i.id where i.url = s.url)
  limit 500`)

export const deletePicture = statement('delete from storefront_picture where url = $1')
