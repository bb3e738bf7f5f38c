import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compressFile } from '../server/process/compress-file.ts'

/** Writes compressed copies of each asset, because the server does not compress files. */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = join(dir!, 'assets')
    await Promise.all(globSync('*.{js,css}', { cwd: folder }).map((name) => compressFile(join(folder, name))))
  },
})
