import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/* The server without plugins. See server/start.js. */

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
const { defineShop } = await import('../../server/process/define-shop.ts')
await defineShop({ plugins: [] }).start({ onStarted: flushCompileCache })
process.exit()
