import { globSync } from 'node:fs'

/** The paths of all pages of the documentation. */
export const pages = (): string[] => globSync(['*.md', 'docs/**/*.md'])
