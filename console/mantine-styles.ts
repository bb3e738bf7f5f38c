import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const styles = join(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), '../styles')

/** The classes of a component of Mantine: `…/components/Modal/Modal.module.mjs`. */
const CLASSES = /@mantine[\\/]core[\\/]esm[\\/]components[\\/].*[\\/](\w+)\.module\.mjs$/

/**
 * Adds the styles of a component of Mantine to its file, so that a page loads only the styles of the components in it. A component
 * imports the components that it consists of before its classes, so its styles follow theirs. `app/styles.ts` has the
 * styles of the first load.
 */
export function mantineStyles(): Plugin {
  const file = join(import.meta.dirname, 'app/styles.ts')
  const first = readFileSync(file, 'utf8')
  let isBuild = false
  return {
    name: 'mantine-styles',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform(code, id) {
      // The development server bundles Mantine before.
      if (!isBuild) return id === file ? `${code}\nimport '@mantine/core/styles.layer.css'\n` : undefined
      const component = CLASSES.exec(id)?.[1]
      const style = `${component}.layer.css`
      if (!component || first.includes(`/${style}'`) || !existsSync(join(styles, style))) return
      return { code: `${code}\nimport '@mantine/core/styles/${style}'\n`, map: null }
    },
  }
}
