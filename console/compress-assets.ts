import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes `x.js.br` and `x.js.gz` next to each asset, because the server does not compress responses. */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = join(dir!, 'assets')
    await Promise.all(globSync('*.{js,css}', { cwd: folder }).map((name) => compress(join(folder, name))))
  },
})

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content))
}
