import type { Pool } from 'pg'
import { schemaOf } from '#server/database/shop-schema.ts'
import type { JobContext } from '../plugin/job-context.ts'
import { releaseDeadWorkersSql } from './lease.ts'

/** Returns a function that releases the jobs of the workers that it also found dead in its last call. It never fails. */
export function createDeadWorkerCheck({
  orm,
  logger,
}: Pick<JobContext, 'orm' | 'logger'>): (pool: Pool) => Promise<void> {
  const sql = releaseDeadWorkersSql(schemaOf(orm))
  let suspects: string[] = []
  return async (pool) => {
    try {
      const { rows } = await pool.query<{ dead: string[]; freed: number }>(sql, [suspects])
      const { dead, freed } = rows[0]!
      suspects = dead
      if (freed > 0) logger.warn(`Released the jobs of ${freed} dead workers`)
    } catch (err) {
      logger.warn({ err }, 'The check for dead workers failed')
    }
  }
}
