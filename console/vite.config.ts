import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'

const SHOP = process.env.SHOP_URL ?? 'http://127.0.0.1:9000'

/**
 * Few files, because a browser needs more time for each file than for its bytes. Next to the first file, the start page loads
 * `late`, and a list loads `late` and `list`. Each group contains the imports of its modules.
 */
const CHUNKS = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'late', test: /console\/(app\/shell\/after-page|screens\/home\/home\.tsx)/ },
  { name: 'list', test: /console\/(components\/list\/(?!filter-field)|screens\/orders\/list\/order-list)/ },
  { name: 'form', test: /console\/components\/form\// },
  { name: 'common', minShareCount: 4 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
]

/** The bundler adds the names of all screens to the name of a shared chunk. */
const chunkName = ({ name }: { name: string }) =>
  name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'

/** The server replaces the nonce and the time in each response, and the address in `<base>`. See `server/http/console.ts`. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? './' : '/app/',
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react(), compressAssets()],
  build: {
    // Older browsers lack `light-dark()`.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    manifest: true,
    rolldownOptions: { output: { chunkFileNames: chunkName, codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(trpc|admin|uploads|app/inputs|app/plugins)/': { target: SHOP } },
  },
}))
