import { AsyncLocalStorage } from 'node:async_hooks'
import { sourceTablesOf } from '#database/changed-tables.ts'
import type { Dependencies } from '../../context/dependencies.ts'

/* A page of a plugin may read anything. The shop shows it again only if all statements of its route read the catalogue. */

export interface TrackedPage {
  dependencies: Dependencies
  /** The tables of the catalogue and of the settings. Each change of their rows changes the version of the catalogue. */
  tables: ReadonlySet<string>
  /** The first other table that the page has read. */
  otherTable?: string
}

const pages = new AsyncLocalStorage<TrackedPage | undefined>()

export const trackPage = <Answer>(page: TrackedPage, render: () => Answer): Answer => pages.run(page, render)

/** The dependencies of the page that is being rendered. */
export const dependenciesOfPage = (): Dependencies | undefined => pages.getStore()?.dependencies

/** Runs a query of the catalogue, which records its dependencies itself. */
export const runUntracked = <Answer>(read: () => Answer): Answer => pages.run(undefined, read)

/** Call it for each statement before PostgreSQL gets it. */
export function recordStatements(texts: readonly string[]): void {
  const page = pages.getStore()
  if (!page || page.otherTable !== undefined) return
  const other = texts.flatMap(tablesOf).find((table) => !page.tables.has(table))
  if (other === undefined) return
  page.otherTable = other
  page.dependencies.refuseReuse()
}

/** Names of `with` and words of SQL are no tables. */
function tablesOf(sql: string): string[] {
  const parts = Array.from(sql.matchAll(/\b(\w+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi), ([, name = '']) =>
    name.toLowerCase(),
  )
  return sourceTablesOf(sql).filter((name) => !WORDS.has(name) && !parts.includes(name))
}

const WORDS = new Set(['lateral', 'select', 'values', 'with'])
