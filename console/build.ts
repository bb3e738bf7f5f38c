import { join, resolve } from 'node:path'

/*
 * `node console/build.ts [folder]` builds the console into the folder, by default `console/dist`. An installation without development
 * dependencies has no Vite.
 */

const outDir = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))
const vite = await import('vite').catch(() => undefined)
if (vite) {
  const configFile = join(import.meta.dirname, 'vite.config.ts')
  await vite.build({ configFile, logLevel: 'warn', build: { outDir } })
} else console.log('The console is not built, because the development dependencies are not installed.')
