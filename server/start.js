import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * The entry point of `npm start`. The compile cache saves a third of the start time. It must be enabled before other
 * modules are loaded, and from a JavaScript file: for the first TypeScript file that is not in the cache, Node loads a
 * compiler of 17 MB. If the cache directory is not writable, the start only takes longer.
 */

if (!process.features.typescript) {
  console.error(
    `Cartwright needs Node 24 or newer, and this is ${process.version}. Use npm start, which runs the Node of this project.`,
  )
  process.exit(1)
}
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { shop } = await import('./shop.ts')
await shop.start({ onStarted: flushCompileCache })
process.exit()
