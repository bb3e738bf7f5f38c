import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/*
 * Draws the picture of the input as a PNG. It is a separate process: a picture that exhausts the memory or crashes a decoder ends this
 * process, not the shop. The PNG has no scripts, links or metadata.
 */

const WIDTH = 600
const HEIGHT = 240
const MAX_PIXELS = 50_000_000
/** The resolution of an SVG without a scale. */
const DENSITY = 72
const MAX_DENSITY = 7200

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
sharp.cache(false)

const content = await buffer(process.stdin)
const open = (density = DENSITY) =>
  sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', density }).autoOrient()

try {
  const { format, autoOrient } = await open().metadata()
  const scale = Math.min(WIDTH / autoOrient.width, HEIGHT / autoOrient.height)
  const density = format === 'svg' ? Math.min(Math.max(DENSITY * scale, 1), MAX_DENSITY) : DENSITY
  const picture = open(density).resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
  process.stdout.write(await picture.png({ compressionLevel: 9 }).toBuffer())
} catch {
  process.exitCode = 2
}
