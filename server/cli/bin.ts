#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/* The command `cartwright` of the package. It runs in the folder of a project and works on the shop of its `shop.ts`. */

// The cache must be enabled before other modules are loaded.
enableCompileCache(join(process.cwd(), 'node_modules/.cache/cartwright'))
const { loadShop } = await import('./load-shop.ts')
const { runCommand } = await import('./run-command.ts')
const { exitWithError } = await import('../process/start-error.ts')
await loadShop(process.cwd()).then((shop) => runCommand(shop, 'cartwright'), exitWithError)
