import { join } from 'node:path'

/* Builds the console into `console/dist`. An installation without development dependencies has no Vite. */

const vite = await import('vite').catch(() => undefined)
if (vite) await vite.build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
else console.log('The console is not built, because the development dependencies are not installed.')
