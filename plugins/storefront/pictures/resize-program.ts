import { join } from 'node:path'
import sharp from 'sharp'

/*
 * Resizes the file `original` of a folder, and prints the sizes. It is a separate process: a picture that exhausts the memory or crashes a
 * decoder ends this process, not the shop.
 */

const WIDTHS = [320, 640, 960, 1440]
const MAX_FALLBACK = 1200
const MAX_PIXELS = 50_000_000

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})
sharp.cache(false)

const [folder = '.'] = process.argv.slice(2)
const open = () => sharp(join(folder, 'original'), { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()

const { autoOrient, pages = 1 } = await open().metadata()
if (pages > 1) throw new Error('The picture moves')
const { width, height } = autoOrient
const widths = [...WIDTHS.filter((one) => one < width), Math.min(width, WIDTHS.at(-1) ?? width)]
const sizes = [...new Set(widths)]

for (const size of sizes)
  await open()
    .resize({ width: size })
    .avif({ quality: 55, effort: 2 })
    .toFile(join(folder, `${size}.avif`))
const fallback = Math.min(width, MAX_FALLBACK)
await open()
  .resize({ width: fallback })
  .flatten({ background: 'white' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(join(folder, `${fallback}.jpg`))

console.log(JSON.stringify({ width, height, sizes, fallback }))
