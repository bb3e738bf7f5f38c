import type { Plugin } from 'vite'

const NAME = '\0scroll-area-refs'

/**
 * Each table of Mantine contains its scroll area, which imports the popups of floating-ui (23 KB) only to merge two refs.
 * This function of Mantine does the same.
 */
export const scrollAreaRefs = (): Plugin => ({
  name: 'scroll-area-refs',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '@floating-ui/react' && importer?.endsWith('/ScrollArea.mjs') ? NAME : undefined,
  load: (id) =>
    id === NAME
      ? `import { useMergedRef } from '@mantine/hooks'\nexport const useMergeRefs = (refs) => useMergedRef(...refs)`
      : undefined,
})
