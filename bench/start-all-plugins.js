import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/* The server with all plugins of this repository, to measure what they cost. See server/start.js. */

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { shop } = await import('./shop-with-all-plugins.ts')
await shop.start({ onStarted: flushCompileCache })
process.exit()
