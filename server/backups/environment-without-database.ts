import { type Environment, processEnvironment } from '#server/settings/config.ts'

const WITHHELD = /^(DATABASE_|PG(?!BACKREST_)|SHOPS?$|SESSION_SECRET$)/

/** The environment for programs that restore a backup. It names no live database and has no secret of the shop's sessions. */
export const environmentWithoutDatabase = (): Environment =>
  Object.fromEntries(Object.entries(processEnvironment()).filter(([name]) => !WITHHELD.test(name)))
