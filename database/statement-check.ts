import { AsyncLocalStorage } from 'node:async_hooks'

/** Throws for statements that the running code may not send. PostgreSQL has no such mode that allows row locks. */
export type StatementCheck = (sql: string) => void

const checks = new AsyncLocalStorage<StatementCheck>()

/** Runs `work`, whose statements on any connection must pass the check. */
export const runWithCheck = <Result>(check: StatementCheck, work: () => Promise<Result>): Promise<Result> =>
  checks.run(check, work)

export const currentCheck = (): StatementCheck | undefined => checks.getStore()
