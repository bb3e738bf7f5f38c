import { createRequire } from 'node:module'
import { defineJob, type EventHandlers, type PluginContext, parseFileKey } from 'cartwright'
import { z } from 'zod'
import { keyIn, ownKeyOf } from './own-key.ts'
import { deletePicture, insertPicture, selectNew, selectNewOfProduct, selectUnused } from './picture-rows.ts'
import { resizePicture } from './resize-picture.ts'

/**
 * Resizes the new pictures of a product, one after another. Without a product, it reads all products, and deletes the forms of pictures that
 * none of them shows.
 */
export const resizePictures = defineJob({
  name: 'storefront.resize-pictures',
  payload: z.object({ product_id: z.string().optional() }),
  schedule: '13 * * * *',
  async run({ product_id }, shop) {
    if (!isSharpInstalled())
      return shop.logger.warn(
        'The package sharp is not installed, so the storefront shows pictures in their original size',
      )
    if (product_id) return resizeNew(shop, () => selectNewOfProduct(shop.em, product_id))
    await resizeNew(shop, () => selectNew(shop.em))
    await deleteUnused(shop)
  },
})

/** One product may change often, and its pictures seldom. */
async function resizeSoon({ payload: { id } }: { payload: { id: string } }, { em }: PluginContext): Promise<void> {
  const pictures = await selectNewOfProduct(em, id)
  if (!pictures.some(({ url }) => keyIn(url))) return
  const { name } = resizePictures
  await resizePictures.enqueue(em, { product_id: id }, { key: `${name} ${id}`, queue: name })
}

export const pictureHandlers: EventHandlers = { 'product.created': resizeSoon, 'product.updated': resizeSoon }

const isSharpInstalled = (): boolean => {
  try {
    return createRequire(import.meta.url).resolve('sharp') !== ''
  } catch {
    return false
  }
}

async function resizeNew(shop: PluginContext, select: () => ReturnType<typeof selectNew>): Promise<void> {
  while (!shop.signal.aborted) {
    const pictures = await select()
    if (pictures.length === 0) return
    for (const { url } of pictures) {
      if (shop.signal.aborted) return
      await resizeOne(shop, url)
    }
  }
}

/** A picture that fails gets a row, so that the job does not try it again. */
async function resizeOne({ em, files, logger }: PluginContext, url: string): Promise<void> {
  const key = await ownKeyOf(files, url)
  const sized =
    key &&
    (await resizePicture(files, key).catch(
      (error: unknown) => void logger.warn({ url, error }, 'A picture cannot be resized, so pages show the original'),
    ))
  await insertPicture(em, url, sized?.width ?? null, sized?.height ?? null, sized?.src ?? null, sized?.srcset ?? null)
}

async function deleteUnused({ em, files }: PluginContext): Promise<void> {
  for (const { url, src, srcset } of await selectUnused(em)) {
    const keys = `${src} ${srcset}`.match(/public\/pictures\/[\w-]+\.(avif|jpg)/g) ?? []
    await Promise.all(keys.map((key) => files.delete(parseFileKey(key))))
    await deletePicture(em, url)
  }
}
