import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'

const SHOP = process.env.SHOP_URL ?? 'http://127.0.0.1:9000'

/** The server replaces the nonce in each response, and the address in `<base>`. See `server/http/console.ts`. */
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
    manifest: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(trpc|admin|uploads|app/inputs|app/plugins)/': { target: SHOP } },
  },
}))
