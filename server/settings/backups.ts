import { z } from 'zod'
import { integerInRange } from '#server/base/integer-in-range.ts'

export const BackupVariables = z.object({
  BACKUP_DUMPS: z.string().optional(),
  BACKUP_COMMAND: z.string().optional(),
  BACKUP_MAX_HOURS: integerInRange(1, 100_000).default(36),
  BACKUP_DRILL: z.enum(['weekly', 'daily', 'never'], 'must be weekly, daily or never').default('weekly'),
  POSTGRES_BIN: z.string().optional(),
})

/** Where the last backup is. */
export type BackupSource =
  /** A dump of `pg_dump`, or a folder with dumps. */
  | { dumps: string }
  /** A command of the shell that restores the last backup into the empty database of `DATABASE_URL`. */
  | { command: string }

export interface BackupSettings {
  source?: BackupSource | undefined
  /** Maximum age of the last backup, in hours. */
  maxHours: number
  drill: 'weekly' | 'daily' | 'never'
  /** The server of the scratch database. Default: that of the shop. */
  scratchUrl?: string | undefined
  /** The folder of `pg_restore`. */
  programs?: string | undefined
}

export function backupSettings(
  variables: z.output<typeof BackupVariables> & { BACKUP_SCRATCH_URL?: string | undefined },
): BackupSettings {
  const { BACKUP_DUMPS: dumps, BACKUP_COMMAND: command } = variables
  return {
    ...(command ? { source: { command } } : dumps ? { source: { dumps } } : {}),
    maxHours: variables.BACKUP_MAX_HOURS,
    drill: variables.BACKUP_DRILL,
    scratchUrl: variables.BACKUP_SCRATCH_URL,
    programs: variables.POSTGRES_BIN,
  }
}
