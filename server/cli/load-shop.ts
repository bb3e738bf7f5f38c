import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartError } from '#server/base/start-error.ts'
import type { Shop } from '#server/process/define-shop.ts'

const FILES = ['shop.ts', 'shop.js']

/** @throws StartError if the folder has no shop. */
export async function loadShop(folder: string): Promise<Shop> {
  const file = FILES.find((name) => existsSync(join(folder, name)))
  if (!file)
    throw new StartError(`${folder} has no shop.ts. Create it, with: export const shop = defineShop({ plugins: [] })`)
  const { shop } = (await import(pathToFileURL(join(folder, file)).href)) as { shop?: Shop }
  if (!shop)
    throw new StartError(`${file} does not export a shop. Add: export const shop = defineShop({ plugins: [] })`)
  return shop
}
