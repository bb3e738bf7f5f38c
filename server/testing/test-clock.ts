import { setClock } from '#entities/values/clock.ts'
import { executeSql } from './execute-sql.ts'

/** A clock of one database. All sessions of the database read its time with `now()`. */
export interface TestClock {
  /** The time goes on from `time`. */
  setTime(time: Date): Promise<void>
}

const SCHEMA = 'test_clock'
const FUNCTIONS = ['now', 'clock_timestamp']

/** Call it before the first connection of the shop, because only new sessions search the schema of the clock. */
export async function installTestClock(url: string): Promise<TestClock> {
  await executeSql(
    url,
    `create schema if not exists ${SCHEMA}; ${functionsAhead(0)};
    do $$ begin
      execute format('alter database %I set search_path = public, ${SCHEMA}, pg_catalog', current_database());
    end $$`,
  )
  return {
    async setTime(time) {
      await executeSql(url, functionsAhead(time.getTime() - Date.now()))
      setClock(time.getTime())
    },
  }
}

/** PostgreSQL plans statements with these functions again after a change. */
const functionsAhead = (milliseconds: number): string =>
  FUNCTIONS.map(
    (name) => `create or replace function ${SCHEMA}.${name}() returns timestamptz language sql
      ${name === 'now' ? 'stable' : 'volatile'} parallel safe
      return pg_catalog.${name}() + interval '${milliseconds} milliseconds'`,
  ).join('; ')
