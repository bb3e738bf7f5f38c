import { type Markup, NotFound, route, shopIn, xml } from 'cartwright'
import { z } from 'zod'
import type { Product, Variant } from '../api.ts'
import { isInStock, type Price, priceOf } from '../catalogue/prices.ts'
import { plainText } from '../content/markdown.ts'
import { formatIn } from '../site/format.ts'
import { type Market, marketOf, readRegions } from '../site/market.ts'
import { pathIn } from '../site/path-in.ts'
import type { Site } from '../site/site.ts'
import type { Language } from '../texts/languages.ts'
import { absolute } from './absolute.ts'

const PAGE = 50

/** All variants of a country in a language, in the format of Google Merchant, which other sites read, too. */
export const googleFeed = (site: Site) =>
  route.get(
    '/feeds/google.xml',
    {
      streams: true,
      input: z.object({ country: z.string().max(2).optional(), language: z.string().max(35).optional() }),
    },
    async ({ ctx, input, request: { url } }) => {
      const language = languageFor(site, input.language)
      const { store } = shopIn(ctx).asCaller({ locale: language.code })
      const market = marketOf(await readRegions(store), input.country ?? site.country)
      async function* items(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(
          '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n',
        )
        for (let offset = 0; market; offset += PAGE) {
          const { products } = await store.products.list({
            ...{ limit: PAGE, offset, order: 'id', region_id: market.region.id, expand: 'variants' },
            fields: 'id,title,subtitle,description,handle,thumbnail',
          })
          if (products.length === 0) break
          yield Buffer.from(
            products.map((product) => itemsOf({ product, market, language, site, origin: url.origin })).join(''),
          )
        }
        yield Buffer.from('</channel></rss>\n')
      }
      return new Response(ReadableStream.from(items()), {
        headers: { 'Content-Type': 'application/xml; charset=utf-8' },
      })
    },
  )

interface FeedProduct {
  product: Product
  market: Market
  language: Language
  site: Site
  origin: string
}

function languageFor({ languages }: Site, code: string | undefined): Language {
  if (code === undefined) return languages[0]
  const language = languages.find((one) => one.code.toLowerCase() === code.toLowerCase())
  if (!language) throw new NotFound('The storefront does not have this language')
  return language
}

const itemsOf = (content: FeedProduct): string =>
  (content.product.variants ?? [])
    .flatMap((variant) => {
      const price = priceOf(content, variant)
      return price ? String(item(content, variant, price)) : []
    })
    .join('')

function item(
  { product, market, language, site, origin }: FeedProduct,
  variant: Variant,
  { amount, before }: Price,
): Markup {
  const { currency_code } = market.region
  const { decimal } = formatIn({ code: 'en' }, currency_code)
  const money = (value: number) => `${decimal(value)} ${currency_code.toUpperCase()}`
  const image = product.thumbnail && absolute(product.thumbnail, new URL(origin))
  return xml`<item><g:id>${variant.sku ?? variant.id}</g:id><g:item_group_id>${product.id}</g:item_group_id>
<g:title>${[product.title, variant.title].join(' – ')}</g:title><g:description>${plainText(product.description ?? '') || product.subtitle || product.title}</g:description>
<g:link>${`${origin}${pathIn(site, language, `/products/${product.handle}`)}?variant=${encodeURIComponent(variant.id)}`}</g:link>
${image && xml`<g:image_link>${image}</g:image_link>`}
<g:price>${money(before ?? amount)}</g:price>${before !== undefined && xml`<g:sale_price>${money(amount)}</g:sale_price>`}
<g:availability>${isInStock(variant) ? 'in_stock' : 'out_of_stock'}</g:availability><g:condition>new</g:condition>
${variant.ean ? xml`<g:gtin>${variant.ean}</g:gtin>` : xml`<g:identifier_exists>no</g:identifier_exists>`}</item>
`
}
