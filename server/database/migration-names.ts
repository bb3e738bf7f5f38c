import { readdirSync } from 'node:fs'

export const MIGRATIONS_FOLDER = `${import.meta.dirname}/migrations`

const FILE = /\.[jt]s$/

/** The migrations of the core. The files are JavaScript in the package and TypeScript in this repository. */
export const migrationNames = (): string[] =>
  readdirSync(MIGRATIONS_FOLDER)
    .filter((file) => FILE.test(file))
    .map((file) => file.replace(FILE, ''))
